// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Terminal
import Tuning

/// A writer of text for a person: notes and strings of a recording, its strokes, or its updates.
struct TextWriter: AnalysisWriter {
  static let fileExtension = "txt"
  static let canFollow = true
  static let isImmediate = true
  static let holdsRecords = false

  private let context: AnalysisContext
  private let text: TextRendering
  private let strum: StrumText
  private var notes: [TrackedNote] = []
  /// The tables of strokes.
  private var strokes: [String] = []

  init(_ context: AnalysisContext) {
    self.context = context
    text = TextRendering(target: context.settings.target, sampleRate: context.sampleRate)
    strum = StrumText(
      target: context.settings.target, targets: context.targets, sampleRate: context.sampleRate)
  }

  func begin(_ sink: inout OutputSink) throws {
    switch context.content {
    case .frames, .strumFrames:
      try sink.write("\(printable(context.heading))\(context.timeNote):\n")
    case .notes, .strokes: break
    }
  }

  func frame(_ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws {
    try sink.write(text.frame(result, state: state))
  }

  mutating func note(_ note: TrackedNote, to _: inout OutputSink) { notes.append(note) }

  func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    try sink.write(strum.frame(update))
  }

  mutating func stroke(_ stroke: Stroke, number: Int, to _: inout OutputSink) {
    strokes.append(strum.table(stroke, number: number))
  }

  func end(_ summary: RecordingSummary, failure _: String?, to sink: inout OutputSink) throws {
    switch context.content {
    case .frames, .strumFrames: break
    case .notes:
      try sink.write(
        text.summary(
          of: context, duration: summary.duration, notes: notes, hasPitch: summary.hasPitch,
          loudest: summary.loudest))
    case .strokes:
      let heading = strum.heading(
        of: context, duration: summary.duration, strokeCount: strokes.count,
        missing: summary.missingStroke)
      let isUnread = summary.strokeCount > 0 && summary.readStrokeCount == 0
      try sink.write(
        heading + strokes.joined() + (isUnread ? "  \(StrumText.unread)\n" : ""))
    }
  }
}
