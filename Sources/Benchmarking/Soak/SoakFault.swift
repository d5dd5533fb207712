// SPDX-License-Identifier: MIT

/// What befalls a listening tuner during a soak, one episode after another.
public enum SoakFault: String, CaseIterable, Hashable, Sendable {
  /// Nothing.
  case calm
  /// The device loses samples: from one to seconds of them.
  case dropouts
  /// The device delivers NaN, infinities, absurd magnitudes and denormals.
  case notNumbers = "not numbers"
  /// The clock of the state jumps ahead by an hour, as over a suspension.
  case clockJump = "clock jump"
  /// The device is unplugged.
  case deviceLoss = "device loss"
  /// The disk that the session is recorded on is full.
  case fullDisk = "full disk"
  /// Whoever reads the results stands still for longer than results are kept.
  case slowReader = "slow reader"
  /// The process is stopped by SIGSTOP and goes on by SIGCONT.
  case pause = "stopped process"
  /// A quarter of a gigabyte is claimed, written and let go.
  case memoryPressure = "memory pressure"
}
