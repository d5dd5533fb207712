// SPDX-License-Identifier: MIT

/// The faults of a soak test, one for each episode.
package enum SoakFault: String, CaseIterable, Hashable, Sendable {
  /// No fault.
  case noFault = "no fault"
  /// The device loses samples, from one sample to several seconds.
  case dropouts
  /// The device delivers NaN, infinities, huge magnitudes and denormals.
  case nonFinite = "non-finite samples"
  /// The clock of the state jumps ahead by an hour, as after a suspension.
  case clockJump = "clock jump"
  /// The device is unplugged.
  case deviceLoss = "device loss"
  /// The disk of the session's recording is full.
  case fullDisk = "full disk"
  /// The reader of the results stalls for longer than the queue lasts.
  case slowReader = "slow reader"
  /// SIGSTOP stops the process and SIGCONT continues it.
  case pause = "stopped process"
  /// A quarter of a gigabyte is allocated, written and freed.
  case memoryPressure = "memory pressure"
}
