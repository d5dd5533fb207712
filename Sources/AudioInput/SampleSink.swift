// SPDX-License-Identifier: MIT

/// Something that keeps a stream of mono samples, with what was lost on the way.
///
/// The counterpart of ``CaptureSource``: what comes out of one goes into the other, in its order.
public protocol SampleSink<Failure>: ~Copyable {
  /// What ends the keeping early, such as a full disk; `Never` for one that can't fail.
  associatedtype Failure: Error

  /// Appends samples.
  ///
  /// - Parameter samples: the next ones of the stream.
  /// - Throws: `Failure`; nothing more is to be appended then, and what is there stays.
  mutating func write(_ samples: Span<Float>) throws(Failure)

  /// Says that samples were lost.
  ///
  /// - Parameter count: how many, 1 or more.
  /// - Throws: as ``write(_:)``.
  mutating func skip(_ count: Int) throws(Failure)
}
