// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Terminal
import Tuning

/// Lines for a person: the notes and the strings of a recording, or its updates.
struct TextWriter: AnalysisWriter {
  static let fileExtension = "txt"
  static let canFollow = true
  static let isImmediate = true

  private let context: AnalysisContext
  private let text: TextRendering
  private var notes: [TrackedNote] = []

  init(_ context: AnalysisContext) {
    self.context = context
    text = TextRendering(target: context.settings.target, sampleRate: context.sampleRate)
  }

  func begin(_ sink: inout OutputSink) throws {
    if context.content == .frames { try sink.write("\(printable(context.name)):\n") }
  }

  func frame(_ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws {
    try sink.write(text.frame(result, state: state))
  }

  mutating func note(_ note: TrackedNote, to _: inout OutputSink) { notes.append(note) }

  func end(_ summary: RecordingSummary, failure _: String?, to sink: inout OutputSink) throws {
    guard context.content == .notes else { return }
    try sink.write(
      text.summary(
        of: context.name, duration: summary.duration, notes: notes,
        hasPitch: summary.clearResults > 0))
  }
}
