// SPDX-License-Identifier: MIT

/// What one wait for a capture device, or one look into a ``SampleRing``, came back with.
///
/// The events of a stream in their order say which position each of its samples has: `samples` and
/// `gap` move the position, the others don't.
public enum CaptureEvent: Hashable, Sendable {
  /// So many samples, 1 or more, at the front of the block.
  case samples(Int)

  /// So many samples, 1 or more, were played and never arrived: an overrun, a suspended device.
  ///
  /// - Parameter lost: the number of samples between the last one before and the next one after.
  case gap(lost: Int)

  /// Nothing yet: ask again.
  case idle

  /// The stream is over, and stays so.
  case ended
}
