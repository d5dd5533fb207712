// SPDX-License-Identifier: MIT

/// A store for a stream of mono samples with its gaps.
///
/// The counterpart of ``CaptureSource``: it receives the samples and gaps of one, in order.
public protocol SampleSink<Failure>: ~Copyable {
  /// The error that ends the storing early, such as a full disk; `Never` where there is none.
  associatedtype Failure: Error

  /// Appends samples.
  ///
  /// - Parameter samples: the next samples of the stream.
  /// - Throws: `Failure`. Nothing may be appended then; the stored samples stay.
  mutating func write(_ samples: Span<Float>) throws(Failure)

  /// Reports that samples were lost.
  ///
  /// - Parameter count: the number of samples, 1 or more.
  /// - Throws: as ``write(_:)``.
  mutating func skip(_ count: Int) throws(Failure)
}
