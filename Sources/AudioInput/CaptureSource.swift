// SPDX-License-Identifier: MIT

public import Acoustics

/// A stream of mono samples that arrives at its own pace, with its gaps.
///
/// An ``AudioSource`` gives what a caller requests; a device gives what it has. A capture thread
/// only calls ``capture(into:)`` and writes the samples to a ``SampleRing``. Full scale is ±1.
/// Samples are passed on unchanged, NaN included.
///
/// From its second call on, `capture` neither allocates nor locks, provided that the system's
/// functions do not.
public protocol CaptureSource<Failure>: SendableMetatype, ~Copyable {
  /// The error that ends the capture early, such as an unplugged device; `Never` where there is
  /// none.
  associatedtype Failure: Error

  /// The samples a second, the same from the first sample to the last.
  var sampleRate: SampleRate { get }

  /// Waits for the next samples: for one period, and at most about 50 ms, so that the capture can
  /// be stopped soon.
  ///
  /// An overrun from which the device recovers is a ``CaptureEvent/gap(lost:)``, not an error.
  ///
  /// - Parameter block: room for at least one period. Its content after the returned count is
  ///   unspecified.
  /// - Returns: the event; ``CaptureEvent/idle`` if nothing arrived in time.
  /// - Throws: `Failure`, when no more can arrive. The source is not called again then.
  mutating func capture(into block: inout MutableSpan<Float>) throws(Failure) -> CaptureEvent
}

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

/// A store for a stream of mono samples with its gaps.
///
/// The counterpart of ``CaptureSource``: it receives the samples and gaps of one, in order.
public protocol SampleSink<Failure>: ~Copyable {
  /// The error that ends the storing early, such as a full disk; `Never` where there is none.
  associatedtype Failure: Error

  /// Appends samples.
  ///
  /// - Parameter samples: the next samples of the stream.
  /// - Throws: `Failure`. Nothing may be appended after that; the stored samples remain.
  mutating func write(_ samples: Span<Float>) throws(Failure)

  /// Reports that samples were lost.
  ///
  /// - Parameter count: the number of samples, 1 or more.
  /// - Throws: as ``write(_:)``.
  mutating func skip(_ count: Int) throws(Failure)
}
