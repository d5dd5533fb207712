// SPDX-License-Identifier: MIT

import AudioInput
import OfflineAnalysis
import TunerRuntime

extension FileAnalysis {
  /// Analyses the strokes of `source` to its end.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - strum: the strings.
  ///   - writer: writes the records.
  ///   - builder: takes the samples and the strokes; `nil` for no figure.
  ///   - sink: receives the records.
  ///   - progress: receives the number of samples of every block.
  ///   - summary: the totals, which are set even if the source fails.
  /// - Throws: the errors of the source and of the sink, and `StrumError` for a rate that is not
  ///   supported.
  func strum<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ strum: StrumTargets, _ writer: inout any AnalysisWriter,
    _ builder: RecordingFigureBuilder?, into sink: inout OutputSink, progress: (Int) -> Void,
    summary: inout RecordingSummary
  ) throws {
    var analysis = try StrumAnalysis(
      strum.configuration(at: source.sampleRate), updateRate: settings.rate, clock: settings.clock,
      processorTime: isTimed ? { ThreadTime.now } : nil)
    defer { summary = analysis.summary }
    var number = 0
    try analysis.run(
      &source,
      preparing: { block in
        try builder?.take(block)
        progress(block.count)
      },
      { event in
        switch event {
        case .update(let update):
          builder?.take(update)
          if content == .strumFrames { try writer.update(update, to: &sink) }
        case .stroke(let stroke):
          number += 1
          builder?.take(stroke)
          if content == .strokes { try writer.stroke(stroke, number: number, to: &sink) }
        }
      })
  }
}
