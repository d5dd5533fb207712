// SPDX-License-Identifier: MIT

public import Acoustics
public import AudioInput

/// A source that delivers another source's samples at real-time pace, like a microphone.
///
/// Block *n* arrives when its last sample is due, counted from the first call. The deadlines are
/// absolute, so a late block does not delay later ones, and there is no drift over hours. Gaps of
/// the original source remain gaps.
public struct PacedSource<Source: AudioSource & ~Copyable>: CaptureSource, ~Copyable {
  /// The error of a read.
  public typealias Failure = Source.Failure

  private var source: Source
  private let clock: any TunerClock
  private let periodCount: Int
  private var start: Duration?
  private var position = SamplePosition.start
  private let rate: SampleRate
  private var segments: StreamSegments

  /// Paces `source`.
  ///
  /// - Parameters:
  ///   - source: the source of samples.
  ///   - clock: the clock that waits.
  ///   - periodSeconds: the length of a block in seconds.
  /// - Precondition: `periodSeconds` is from 0.001 to 0.05.
  public init(
    _ source: consuming Source, clock: any TunerClock = SystemClock(), periodSeconds: Double = 0.01
  ) {
    precondition((0.001...0.05).contains(periodSeconds), "A period lasts 1 to 50 ms.")
    rate = source.sampleRate
    segments = StreamSegments(source.gaps)
    periodCount = max(1, Int(periodSeconds * Double(rate.hertz)))
    self.source = source
    self.clock = clock
  }

  /// The number of samples a second.
  public var sampleRate: SampleRate { rate }

  /// Waits until the next block is due, and returns it.
  ///
  /// - Parameter block: the destination; at most one period of it is used.
  /// - Returns: samples, a gap of the source, or the end.
  /// - Throws: an error of the source.
  public mutating func capture(into block: inout MutableSpan<Float>) throws(Failure)
    -> CaptureEvent
  {
    let start = start ?? clock.now
    self.start = start
    let segment = segments.next(limit: min(periodCount, block.count))
    var period = block._mutatingExtracting(first: segment.count)
    let count = try source.read(into: &period)
    guard count > 0 else { return .ended }
    segments.advance(by: count)
    position = position.advanced(by: count)
    clock.wait(until: start + due)
    return segment.isGap ? .gap(lost: count) : .samples(count)
  }

  /// The time from the first sample to the last one, in whole nanoseconds.
  private var due: Duration {
    let hertz = Int64(rate.hertz)
    let (seconds, rest) = position.samples.quotientAndRemainder(dividingBy: hertz)
    return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / hertz)
  }
}
