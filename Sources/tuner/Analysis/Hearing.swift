// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import NoteTracking
import PitchDetection
import SignalProcessing
import TunerPipeline
import TunerRuntime
import Tuning

/// One recording's way through the pipeline: samples in, results and notes out.
struct Hearing {
  /// What a recording held.
  struct Report {
    var duration = SamplePosition.start
    var clearResults = 0
    /// Chords count as well, in which no reading may be clear.
    var noteCount = 0
    /// How many of the notes were several strings at once.
    var chordCount = 0
    var rejectedSamples = 0
    /// The processor time that the pipeline took, in seconds; 0 when it was not asked for.
    var engineSeconds = 0.0

    fileprivate mutating func count(_ note: TrackedNote) {
      noteCount += 1
      if note.isPolyphonic { chordCount += 1 }
    }
  }

  /// What is heard, in its order.
  enum Event {
    case result(PitchResult)
    case note(TrackedNote)
  }

  /// Samples read at a time.
  private static let blockCount = 4096

  let settings: AnalysisSettings
  /// Whether the pipeline's own time is taken.
  var isTimed = false
  /// Whether chords are told from notes: the engine listens for the company of a pitch.
  var detectsSecondString = false
  /// Whether notes are made of the results; who writes every update needs none.
  var tracksNotes = true

  /// Hears `source` to its end.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - take: is given every result, and every note as soon as it is over.
  /// - Returns: what the recording held.
  /// - Throws: what the source and `take` throw, and `PitchDetectionError` for a rate not listened at.
  func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ take: (Event) throws -> Void
  ) throws -> Report {
    var report = Report()
    try run(&source, reporting: &report, samples: { _ in }, take)
    return report
  }

  /// Hears `source` to its end, or to where it breaks off.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - report: what the recording held, up to date even when this throws.
  ///   - samples: is given every block of samples before it is heard.
  ///   - take: as in `run(_:_:)`.
  /// - Throws: as `run(_:_:)`.
  func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, reporting report: inout Report,
    samples: (Span<Float>) -> Void, _ take: (Event) throws -> Void
  ) throws {
    let rate = source.sampleRate
    try run(
      &source, &report,
      by: settings.madeDetector(at: rate, detectingSecondString: detectsSecondString),
      samples, take)
  }

  private func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ report: inout Report, by detector: consuming ChosenDetector,
    _ samples: (Span<Float>) -> Void, _ take: (Event) throws -> Void
  ) throws {
    let rate = source.sampleRate
    var pipeline = try TunerPipeline(
      sampleRate: rate, updateRate: settings.rate, classifier: settings.classifier,
      clock: settings.clock, detector: detector)
    var tracker = NoteTracker(sampleRate: rate, classifier: settings.classifier)
    var smoothing =
      settings.isSmoothed
      ? ResultSmoothing(settings.classifier, sampleRate: rate, updateRate: settings.rate) : nil
    func deliver(_ result: PitchResult, _ report: inout Report) throws {
      if result.confidence >= TuningState.clearConfidence { report.clearResults += 1 }
      try take(.result(result))
      if tracksNotes, let note = tracker.advance(result) {
        report.count(note)
        try take(.note(note))
      }
    }
    var block = [Float](repeating: 0, count: Self.blockCount)
    var stretches = StreamStretches(source.gaps)
    while true {
      let stretch = stretches.next(limit: Self.blockCount)
      let count = try Self.read(&source, into: &block, count: stretch.count)
      if count == 0 { break }
      stretches.advance(by: count)
      report.duration = report.duration.advanced(by: count)
      var cursor = 0
      // What was lost when it was recorded is lost again, as the live session had it.
      if stretch.isGap { pipeline.skip(count) }
      samples(block.span.extracting(first: count))
      let chunk = block.span.extracting(first: stretch.isGap ? 0 : count)
      while true {
        let start = isTimed ? ThreadTime.now : 0
        let next = pipeline.nextResult(in: chunk, from: &cursor)
        if isTimed { report.engineSeconds += ThreadTime.now - start }
        guard let result = next else { break }
        guard smoothing != nil else {
          try deliver(result, &report)
          continue
        }
        let smoothed = smoothing?.append(result, pipeline.estimate, pipeline.candidates) ?? []
        for result in smoothed { try deliver(result, &report) }
      }
      report.rejectedSamples = pipeline.rejectedSampleCount
    }
    for result in smoothing?.finish() ?? [] { try deliver(result, &report) }
    if let note = tracker.finish() {
      report.count(note)
      try take(.note(note))
    }
  }

  private static func read<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into block: inout [Float], count: Int
  ) throws(Source.Failure) -> Int {
    var span = block.mutableSpan
    var part = span._mutatingExtracting(first: count)
    return try source.read(into: &part)
  }
}
