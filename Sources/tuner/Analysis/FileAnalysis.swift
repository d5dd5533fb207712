// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import NoteTracking
import PitchDetection
import SignalProcessing
import TunerPipeline
import Tuning

/// One recording's way through the pipeline: samples in, rendered records out.
struct FileAnalysis {
  /// What a recording held.
  struct Report {
    var duration = SamplePosition.start
    var clearResults = 0
    var rejectedSamples = 0
  }

  /// Samples read at a time.
  private static let blockCount = 4096

  let settings: AnalysisSettings
  let content: OutputContent
  let format: OutputFormat
  let name: String

  /// Analyses `source` to its end.
  ///
  /// - Complexity: constant memory for records; text keeps the notes for its summary.
  func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into sink: inout OutputSink
  ) throws -> Report {
    let rate = source.sampleRate
    var pipeline = try TunerPipeline(
      sampleRate: rate, updateRate: settings.rate, classifier: settings.classifier,
      detector: PitchEngine(.init(sampleRate: rate, range: settings.range)))
    var tracker = NoteTracker(sampleRate: rate, classifier: settings.classifier)
    let rendering = AnalysisRendering(analysis: self, sampleRate: rate)
    var notes: [TrackedNote] = []
    var report = Report()
    try rendering.begin(&sink)
    var block = [Float](repeating: 0, count: Self.blockCount)
    while true {
      let count = try Self.read(&source, into: &block)
      if count == 0 { break }
      report.duration = report.duration.advanced(by: count)
      var cursor = 0
      let chunk = block.span.extracting(first: count)
      while let result = pipeline.nextResult(in: chunk, from: &cursor) {
        if result.confidence >= TuningState.clearConfidence { report.clearResults += 1 }
        if content == .frames { try rendering.frame(result, to: &sink) }
        if let note = tracker.advance(result) {
          try rendering.take(note, among: &notes, to: &sink)
        }
      }
    }
    if let note = tracker.finish() {
      try rendering.take(note, among: &notes, to: &sink)
    }
    report.rejectedSamples = pipeline.rejectedSampleCount
    try rendering.end(notes, of: report, to: &sink)
    return report
  }

  private static func read<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into block: inout [Float]
  ) throws(Source.Failure) -> Int {
    var span = block.mutableSpan
    return try source.read(into: &span)
  }
}
