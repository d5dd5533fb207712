// SPDX-License-Identifier: MIT

public import Acoustics

/// A stream of mono samples that comes at its own pace, with what it lost on the way.
///
/// The other side of ``AudioSource``: a file gives what is asked for, a device gives what it has. A
/// capture thread does nothing but call ``capture(into:)`` and write what comes into a
/// ``SampleRing``. Samples are at full scale ±1 and are passed on as they are, not numbers included.
///
/// From its second call on, `capture` neither allocates nor locks, as far as the system below it can
/// promise that.
public protocol CaptureSource<Failure>: SendableMetatype, ~Copyable {
  /// What ends the capture early, such as a device that was unplugged; `Never` for one that can't be.
  associatedtype Failure: Error

  /// The number of samples a second, the same from the first sample to the last.
  var sampleRate: SampleRate { get }

  /// Waits for what comes next: for one period, and never longer than about 50 ms, so that whoever
  /// stops the capture need not wait longer.
  ///
  /// An overrun that the device gets over is a ``CaptureEvent/gap(lost:)`` and no error.
  ///
  /// - Parameter block: room for one period or more. What lies behind the returned count is
  ///   unspecified.
  /// - Returns: what came; ``CaptureEvent/idle`` if nothing did in time.
  /// - Throws: `Failure`, when no more can come. The source is then not asked again.
  mutating func capture(into block: inout MutableSpan<Float>) throws(Failure) -> CaptureEvent
}
