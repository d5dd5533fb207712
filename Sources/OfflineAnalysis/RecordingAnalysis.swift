// SPDX-License-Identifier: MIT

package import Acoustics
package import NoteTracking
package import PitchDetection
package import SignalProcessing
internal import TunerPipeline
package import Tuning

/// The analysis of one recording, from samples to results and notes.
///
/// `tuner analyze`, the practice journal of recordings, the C library and `tuner-bench` all use it.
/// Unlike a live session, it can use the samples that follow: it smooths the results, and it ends a
/// note at the end of the recording. Blocks of any size give the same events, bit for bit.
package struct RecordingAnalysis: ~Copyable {
  /// An outcome of the analysis, in the order of time.
  package enum Event: Sendable {
    /// An update, with the detector's estimate, however low its confidence; `nil` without a pitch.
    case result(PitchResult, PitchEstimate?)
    /// A note that has ended.
    case note(TrackedNote)
  }

  /// The conditions of an analysis, apart from its detector.
  package struct Configuration: Sendable {
    /// The number of results a second.
    package var updateRate: UpdateRate
    /// The targets that pitches are compared with.
    package var classifier: PitchClassifier
    /// The error of the clock that the samples were recorded by; positive for a fast clock.
    package var clock = PartsPerMillion.zero
    /// True if later updates may change the pitch of a result.
    ///
    /// The detector must report its candidates then.
    package var isSmoothed = false
    /// True to track notes.
    package var tracksNotes = true
    /// True to report results as events, and not only notes.
    package var reportsResults = true

    /// Makes the conditions of an analysis that reports results and notes without smoothing.
    package init(updateRate: UpdateRate, classifier: PitchClassifier) {
      self.updateRate = updateRate
      self.classifier = classifier
    }
  }

  /// The largest number of samples that are analysed at once.
  private static let partCount = 4096

  /// The totals up to now.
  package private(set) var summary = RecordingSummary()

  private let tracksNotes: Bool
  private let reportsResults: Bool
  private let classifier: PitchClassifier
  private let stopwatch: ProcessorStopwatch
  private var pipeline: TunerPipeline<ChosenDetector>
  private var tracker: NoteTracker
  private var smoothing: ResultSmoothing?
  private var steady: SteadyPart?

  /// Prepares the analysis of one recording.
  ///
  /// - Parameters:
  ///   - sampleRate: the rate of the recording, for which `detector` was made.
  ///   - configuration: the conditions.
  ///   - detector: a detector in its initial state.
  ///   - processorTime: returns the processor time of the calling thread in seconds; `nil` if
  ///     the cost of the pipeline is not measured.
  /// - Throws: `SignalProcessingError` if the level cannot be measured; no sample rate above 0
  ///   causes it.
  package init(
    sampleRate: SampleRate, _ configuration: Configuration, detector: consuming ChosenDetector,
    processorTime: (() -> Double)? = nil
  ) throws(SignalProcessingError) {
    let measuresParts = configuration.tracksNotes && detector.meaning == .partial
    pipeline = try TunerPipeline(
      sampleRate: sampleRate, updateRate: configuration.updateRate,
      classifier: configuration.classifier, clock: configuration.clock, detector: detector)
    tracker = NoteTracker(sampleRate: sampleRate, classifier: configuration.classifier)
    smoothing =
      configuration.isSmoothed
      ? ResultSmoothing(
        configuration.classifier, sampleRate: sampleRate, updateRate: configuration.updateRate)
      : nil
    steady =
      measuresParts
      ? SteadyPart(
        sampleRate: sampleRate, clock: configuration.clock, wait: smoothing?.longestWait ?? 0)
      : nil
    tracksNotes = configuration.tracksNotes
    reportsResults = configuration.reportsResults
    classifier = configuration.classifier
    stopwatch = ProcessorStopwatch(processorTime)
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
    summary.duration = summary.duration.advanced(by: samples.count)
    // The steady part of a note must be copied before its samples leave the ring.
    var start = 0
    while start < samples.count {
      let part = samples.extracting(start..<min(start + Self.partCount, samples.count))
      steady?.append(part)
      try analyse(part, take)
      start += part.count
    }
  }

  /// Skips samples that were lost when the recording was made.
  ///
  /// No note runs across them.
  ///
  /// - Parameters:
  ///   - count: the number of lost samples, 0 or more.
  ///   - take: receives every event. Results inside the gap have no pitch.
  /// - Throws: the errors of `take`.
  package mutating func skip<Failure: Error>(
    _ count: Int, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    guard count > 0 else { return }
    try settle(take)
    summary.duration = summary.duration.advanced(by: count)
    if tracksNotes, let note = tracker.skip(to: summary.duration) { try report(note, take) }
    var left = count
    while left > 0 {
      let part = min(left, Self.partCount)
      pipeline.skip(part)
      steady?.skip(part)
      try analyse(Span(), take)
      left -= part
    }
  }

  /// Ends the recording: settles the last results and ends the last note.
  ///
  /// - Throws: the errors of `take`.
  package mutating func finish<Failure: Error>(
    _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    try settle(take)
    if let note = tracker.finish() { try report(note, take) }
  }

  /// Delivers the results that wait for later ones.
  private mutating func settle<Failure: Error>(
    _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    for settled in smoothing?.finish() ?? [] { try report(settled.result, settled.estimate, take) }
  }

  private mutating func analyse<Failure: Error>(
    _ samples: Span<Float>, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    var cursor = 0
    while let result = nextResult(in: samples, from: &cursor) {
      guard smoothing != nil else {
        // An estimate is large, and results are many.
        if reportsResults { try take(.result(result, pipeline.estimate)) }
        try track(result, take)
        continue
      }
      let settled = smoothing?.append(result, pipeline.estimate, pipeline.candidates) ?? []
      for (result, estimate) in settled { try report(result, estimate, take) }
    }
    summary.rejectedSamples = pipeline.rejectedSampleCount
  }

  private mutating func nextResult(
    in samples: Span<Float>, from cursor: inout Int
  ) -> PitchResult? {
    let start = stopwatch.read()
    defer { summary.pipelineSeconds += stopwatch.seconds(since: start) }
    return pipeline.nextResult(in: samples, from: &cursor)
  }

  private mutating func report<Failure: Error>(
    _ result: PitchResult, _ estimate: PitchEstimate?, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    if reportsResults { try take(.result(result, estimate)) }
    try track(result, take)
  }

  /// Counts a result, and reports the note that it ends.
  private mutating func track<Failure: Error>(
    _ result: PitchResult, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    summary.count(result)
    guard tracksNotes else { return }
    let start = stopwatch.read()
    let note = tracker.advance(result)
    summary.noteSeconds += stopwatch.seconds(since: start)
    if let note { try report(note, take) }
    if let sounding = tracker.soundingStart { steady?.keep(sounding) }
  }

  /// Reports a note.
  ///
  /// If the note has a steady part, its pitch is measured over all of it.
  private mutating func report<Failure: Error>(
    _ note: TrackedNote, _ take: (Event) throws(Failure) -> Void
  ) throws(Failure) {
    var note = note
    let start = stopwatch.read()
    steady?.measure(&note, classifier)
    summary.noteSeconds += stopwatch.seconds(since: start)
    summary.count(note)
    try take(.note(note))
  }
}
