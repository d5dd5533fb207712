// SPDX-License-Identifier: MIT

package import Acoustics
package import PitchDetection
internal import TunerPipeline
internal import Tuning

/// The analysis of the strokes in one recording, from samples to readings of every string.
///
/// The updates are those of `StrumPipeline`, so a live session gives the same readings to the bit.
/// At fewer than 10 results a second, the strokes also use the updates between results. These rates
/// therefore report as many strings as the standard rate does
/// (docs/decisions/0197-strokes-are-updated-ten-times-a-second.md).
package struct StrumAnalysis: ~Copyable {

  /// An outcome of the analysis, in the order of time.
  package enum Event: Sendable {
    /// An update.
    case update(StrumUpdate)
    /// A stroke that has ended.
    case stroke(Stroke)
  }

  /// The totals up to now; a clear result is an update in which a string sounds.
  package private(set) var summary = RecordingSummary()

  private let stopwatch: ProcessorStopwatch
  private var pipeline: StrumPipeline
  private var finder: StrokeFinder
  private var missing: MissingStrokeReason
  private let sampleRate: SampleRate

  /// Prepares the analysis of one recording.
  ///
  /// - Parameters:
  ///   - configuration: the strings and the rate of the recording.
  ///   - updateRate: the number of updates a second.
  ///   - clock: the error of the clock that the samples were recorded by; positive for a fast
  ///     clock.
  ///   - processorTime: returns the processor time of the calling thread in seconds; `nil` if
  ///     the cost of the pipeline is not measured.
  /// - Throws: `StrumError` naming the value that is out of its range.
  package init(
    _ configuration: StrumConfiguration, updateRate: UpdateRate, clock: PartsPerMillion = .zero,
    processorTime: (() -> Double)? = nil
  ) throws(StrumError) {
    pipeline = try StrumPipeline(configuration, updateRate: updateRate, clock: clock)
    stopwatch = ProcessorStopwatch(processorTime)
    finder = StrokeFinder(stringCount: configuration.strings.count)
    sampleRate = configuration.sampleRate
    missing = MissingStrokeReason(configuration.sampleRate)
  }

  /// Analyses the next samples.
  ///
  /// - Parameters:
  ///   - samples: any number of mono samples, full scale ±1. A sample that is not a number counts
  ///     as silence.
  ///   - take: receives every event.
  /// - Throws: the errors of `take`.
  package mutating func append<Failure: Error>(
    _ samples: Span<Float>, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    missing.append(samples)
    var cursor = 0
    while let update = nextUpdate(in: samples, from: &cursor) {
      try add(update.result, isDue: update.isDue, take)
    }
  }

  /// Skips samples that were lost when the recording was made.
  ///
  /// - Parameters:
  ///   - count: the number of lost samples, 0 or more.
  ///   - take: receives every event. Nothing is measured inside the gap.
  /// - Throws: the errors of `take`.
  package mutating func skip<Failure: Error>(
    _ count: Int, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    pipeline.skip(count)
    let nothing: [Float] = []
    try append(nothing.span, take)
  }

  /// Ends the recording and its last stroke.
  ///
  /// - Parameter take: receives the stroke.
  /// - Throws: the errors of `take`.
  package mutating func finish<Failure: Error>(
    _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    pipeline.end()
    let nothing: [Float] = []
    try append(nothing.span, take)
    try end(finder.finish(), take)
    summary.missingStroke = missing.reason(
      summary, seconds: summary.duration.seconds(at: sampleRate))
  }

  private mutating func nextUpdate(
    in samples: Span<Float>, from cursor: inout Int
  ) -> (result: StrumResult, isDue: Bool)? {
    let start = stopwatch.read()
    let update = pipeline.nextUpdate(in: samples, from: &cursor)
    summary.pipelineSeconds += stopwatch.seconds(since: start)
    summary.rejectedSamples = pipeline.rejectedSampleCount
    summary.duration = pipeline.position
    return update
  }

  /// Counts an update for the strokes, and reports it if a result is due.
  private mutating func add<Failure: Error>(
    _ result: StrumResult, isDue: Bool, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    if result.isSounding, isDue {
      summary.clearResults += 1
      summary.hasPitch = true
    }
    missing.append(result)
    try end(finder.append(result), take)
    if isDue { try take(.update(StrumUpdate(result))) }
  }

  private mutating func end<Failure: Error>(
    _ stroke: Stroke?, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    guard let stroke else { return }
    summary.strokeCount += 1
    if stroke.readings.contains(where: { $0.state == .sounding }) { summary.readStrokeCount += 1 }
    try take(.stroke(stroke))
  }
}
