// SPDX-License-Identifier: MIT

import AudioInput
import NoteTracking
import OfflineAnalysis
import Terminal
import TunerRuntime
import Tuning

/// The analysis of one file, from samples to rendered records.
struct FileAnalysis {
  /// The settings and the records, with the name and the rate of the recording.
  let context: AnalysisContext
  /// True if the processor time of the pipeline is measured.
  var isTimed = false
  /// The extent of the data for a figure or a page; `nil` for none.
  var figure: RecordingFigure.Extent?
  /// The consumer of the results beside the output; `nil` for none.
  var follower: (any ResultFollower)?
  /// Receives every note beside the output; `nil` for none.
  var noteReceiver: ((TrackedNote) -> Void)?

  /// Analyses `source` to its end.
  ///
  /// - Parameters:
  ///   - source: the recording, at the rate of the context.
  ///   - sink: receives the records.
  ///   - isCancelled: returns true if the channels of the source cancel each other in the mix.
  ///   - progress: receives the number of samples of every block.
  /// - Returns: the totals of the recording, and its figure if one was requested.
  /// - Throws: the errors of the source and of the sink. When the source fails, the records of the
  ///   samples before the failure are written first. An error of the sink then replaces that of the
  ///   source only if it ends the batch.
  /// - Complexity: constant memory for records; text, MIDI and figures keep the notes and
  ///   strokes, JAMS and SVL the chords. The summary of several recordings keeps the notes of those
  ///   that are analysed at the moment.
  func run<Source: AudioSource & ~Copyable>(
    _ source: inout Source, into sink: inout OutputSink,
    isCancelled: (borrowing Source) -> Bool = { _ in false }, progress: (Int) -> Void = { _ in }
  ) throws -> (summary: RecordingSummary, figure: RecordingFigure?) {
    var writer: any AnalysisWriter = context.format.writer.init(context)
    let builder = try figure.map { try RecordingFigureBuilder(context, $0) }
    var summary = RecordingSummary()
    try writer.begin(&sink)
    do {
      if let strum = context.settings.strum {
        try self.strum(
          &source, strum, &writer, builder, into: &sink, progress: progress, summary: &summary)
      } else {
        try notes(&source, &writer, builder, into: &sink, progress: progress, summary: &summary)
      }
    } catch  where !AnalysisBatch.isFatal(error) {
      do { try writer.end(summary, failure: "\(error)", to: &sink) } catch let later
        where AnalysisBatch.isFatal(later)
      {
        throw later
      } catch {
        // The failure of the recording is the cause, and the batch reports it.
      }
      throw error
    }
    if isCancelled(source) { summary.missingStroke = .cancelled }
    try writer.end(summary, failure: nil, to: &sink)
    return (summary, try builder?.figure(summary))
  }

  /// Analyses the notes of `source` to its end; the parameters are those of `strum`.
  private func notes<Source: AudioSource & ~Copyable>(
    _ source: inout Source, _ writer: inout any AnalysisWriter,
    _ builder: RecordingFigureBuilder?, into sink: inout OutputSink, progress: (Int) -> Void,
    summary: inout RecordingSummary
  ) throws {
    var states = context.settings.states
    let content = context.content
    let tracksNotes = content == .notes || figure != nil
    var analysis = try context.settings.analysis(
      at: source.sampleRate, tracksNotes: tracksNotes,
      reportingResults: content == .frames || builder != nil || follower != nil,
      // Followers count practice, also that of chords.
      detectingSecondString: tracksNotes || follower != nil,
      processorTime: isTimed ? { ThreadTime.now } : nil)
    defer { summary = analysis.summary }
    try analysis.run(
      &source,
      preparing: { block in
        try builder?.take(block)
        progress(block.count)
      },
      { event in
        switch event {
        case .result(let result, _):
          builder?.take(result)
          follower?.take(result)
          if content == .frames {
            try writer.frame(result, state: states.state(of: result), to: &sink)
          }
        case .note(let note):
          builder?.take(note)
          noteReceiver?(note)
          if content == .notes { try writer.note(note, to: &sink) }
        }
      })
  }
}
