// SPDX-License-Identifier: MIT

/// The result of one wait for a capture device, or of one reading of a ``SampleRing``.
///
/// The events of a stream in order give the position of each of its samples: `samples` and `gap`
/// advance the position, the others do not.
public enum CaptureEvent: Hashable, Sendable {
  /// One or more samples, at the front of the block.
  case samples(Int)

  /// One or more samples were played and did not arrive: an overrun, a suspended device.
  ///
  /// - Parameter lost: the number of samples between the last one before and the next one after.
  case gap(lost: Int)

  /// No samples have arrived yet.
  case idle

  /// The stream has ended for good.
  case ended
}
