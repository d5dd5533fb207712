// SPDX-License-Identifier: MIT

import AudioInput
import NoteTracking

/// One recording's way through the pipeline: samples in, rendered records out.
struct FileAnalysis {
  let settings: AnalysisSettings
  let content: OutputContent
  let format: OutputFormat
  let name: String
  /// What writes the practice down; `nil` for nothing.
  let feed: PracticeFeed?

  /// Analyses `source` to its end.
  ///
  /// - Complexity: constant memory for records; text keeps the notes for its summary.
  func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into sink: inout OutputSink
  ) throws -> Hearing.Report {
    let rendering = AnalysisRendering(analysis: self, sampleRate: source.sampleRate)
    var notes: [TrackedNote] = []
    try rendering.begin(&sink)
    let report = try Hearing(settings: settings).run(&source) { event in
      switch event {
      case .result(let result):
        feed?.take(result)
        if content == .frames { try rendering.frame(result, to: &sink) }
      case .note(let note):
        try rendering.take(note, among: &notes, to: &sink)
      }
    }
    try rendering.end(notes, of: report, to: &sink)
    return report
  }
}
