// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import NoteTracking
import PitchDetection
import SignalProcessing
import TunerPipeline
import Tuning

/// One recording's way through the pipeline: samples in, results and notes out.
struct Hearing {
  /// What a recording held.
  struct Report {
    var duration = SamplePosition.start
    var clearResults = 0
    var rejectedSamples = 0
  }

  /// What is heard, in its order.
  enum Event {
    case result(PitchResult)
    case note(TrackedNote)
  }

  /// Samples read at a time.
  private static let blockCount = 4096

  let settings: AnalysisSettings

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
    let rate = source.sampleRate
    switch (settings.detector, settings.pitch) {
    case (.yin, _):
      return try run(
        &source, by: FramedDetector(YINDetector(.init(sampleRate: rate, range: settings.range))),
        take)
    case (.spectral, _):
      return try run(
        &source, by: SpectralDetector(.init(sampleRate: rate, range: settings.range)), take)
    case (.engine, .partial):
      return try run(&source, by: PitchEngine(.init(sampleRate: rate, range: settings.range)), take)
    case (.engine, .period):
      return try run(
        &source, by: PeriodDetector(PitchEngine(.init(sampleRate: rate, range: settings.range))),
        take)
    }
  }

  private func run<Source: AudioSource & ~Copyable, Detector: PitchDetector & ~Copyable>(
    _ source: inout Source, by detector: consuming Detector, _ take: (Event) throws -> Void
  ) throws -> Report {
    let rate = source.sampleRate
    var pipeline = try TunerPipeline(
      sampleRate: rate, updateRate: settings.rate, classifier: settings.classifier,
      clock: settings.clock, detector: detector)
    var tracker = NoteTracker(sampleRate: rate, classifier: settings.classifier)
    var report = Report()
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
      let chunk = block.span.extracting(first: stretch.isGap ? 0 : count)
      while let result = pipeline.nextResult(in: chunk, from: &cursor) {
        if result.confidence >= TuningState.clearConfidence { report.clearResults += 1 }
        try take(.result(result))
        if let note = tracker.advance(result) { try take(.note(note)) }
      }
    }
    if let note = tracker.finish() { try take(.note(note)) }
    report.rejectedSamples = pipeline.rejectedSampleCount
    return report
  }

  private static func read<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into block: inout [Float], count: Int
  ) throws(Source.Failure) -> Int {
    var span = block.mutableSpan
    var part = span.extracting(first: count)
    return try source.read(into: &part)
  }
}
