// SPDX-License-Identifier: MIT

import AudioInput
import NoteTracking
import OfflineAnalysis
import Terminal
import TunerRuntime
import Tuning

/// One recording's way through the pipeline: samples in, rendered records out.
struct FileAnalysis {
  let settings: AnalysisSettings
  let content: OutputContent
  let format: AnalysisFormat
  let name: String
  /// Whether the pipeline's own time is taken.
  var isTimed = false
  /// What is kept for a picture or a page; `nil` for nothing.
  var portrait: Portrait.Extent?
  /// What writes the practice down; `nil` for nothing.
  var feed: PracticeFeed?

  /// Analyses `source` to its end.
  ///
  /// - Parameters:
  ///   - source: the recording.
  ///   - sink: where the records go.
  ///   - progress: is told the number of samples of every block.
  /// - Returns: what the recording held, and its portrait if one was asked for.
  /// - Throws: what the source and the sink throw. When the source fails, what was heard before is
  ///   written first.
  /// - Complexity: constant memory for records; text, MIDI and portraits keep the notes.
  func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into sink: inout OutputSink, progress: (Int) -> Void = { _ in }
  ) throws -> (summary: RecordingSummary, portrait: Portrait?) {
    let context = AnalysisContext(
      settings: settings, content: content, format: format, name: name,
      sampleRate: source.sampleRate)
    var writer: any AnalysisWriter = format.writer.init(context)
    var states = settings.states
    let painter = try portrait.map { try PortraitPainter(context, $0) }
    let tracksNotes = content == .notes || portrait != nil
    var summary = RecordingSummary()
    try writer.begin(&sink)
    do {
      var analysis = try settings.analysis(
        at: source.sampleRate, tracksNotes: tracksNotes, detectingSecondString: tracksNotes,
        processorTime: isTimed ? { ThreadTime.now } : nil)
      defer { summary = analysis.summary }
      try analysis.run(
        &source,
        preparing: { block in
          painter?.take(block)
          progress(block.count)
        },
        { event in
          switch event {
          case .result(let result, _):
            painter?.take(result)
            feed?.take(result)
            if content == .frames {
              try writer.frame(result, state: states.state(of: result), to: &sink)
            }
          case .note(let note):
            painter?.take(note)
            if content == .notes { try writer.note(note, to: &sink) }
          }
        })
    } catch  where !AnalysisBatch.isFatal(error) {
      try writer.end(summary, failure: "\(error)", to: &sink)
      throw error
    }
    try writer.end(summary, failure: nil, to: &sink)
    return (summary, painter?.portrait(duration: summary.duration))
  }
}
