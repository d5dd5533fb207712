// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of labels for Audacity: a line with start, end and text, separated by tabs.
struct LabelWriter: AnalysisWriter {
  static let fileExtension = "labels.txt"
  static let canFollow = true
  static let reader: String? = "Audacity"

  private let context: AnalysisContext

  init(_ context: AnalysisContext) { self.context = context }

  func begin(_: inout OutputSink) {}

  /// Writes a clear reading as a point label, and ignores any other reading.
  func frame(_ result: PitchResult, state _: TuningState, to sink: inout OutputSink) throws {
    guard let note = result.note, result.confidence >= TuningState.clearConfidence else { return }
    let time = result.timestamp.seconds(at: context.sampleRate)
    let name = context.label(of: result.target, else: note)
    try write(from: time, to: time, name, result.deviation.map(TextFigures.signed), &sink)
  }

  func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    let (start, end) = (
      note.start.seconds(at: context.sampleRate), note.end.seconds(at: context.sampleRate)
    )
    guard !note.isPolyphonic else { return try write(from: start, to: end, "chord", nil, &sink) }
    let name = context.label(of: note.target, else: note.note)
    try write(from: start, to: end, name, note.cents.map(TextFigures.signed), &sink)
  }

  /// Writes the strings of an update as a point label, if a string sounds.
  func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    guard update.isSounding else { return }
    let time = update.position.seconds(at: context.sampleRate)
    try write(from: time, to: time, context.label(update.readings), nil, &sink)
  }

  func stroke(_ stroke: Stroke, number _: Int, to sink: inout OutputSink) throws {
    try write(
      from: stroke.start.seconds(at: context.sampleRate),
      to: stroke.end.seconds(at: context.sampleRate), context.label(stroke.readings), nil, &sink)
  }

  func end(_: RecordingSummary, failure _: String?, to _: inout OutputSink) {}

  private func write(
    from start: Double, to end: Double, _ name: String, _ cents: String?, _ sink: inout OutputSink
  ) throws {
    let (start, end) = (
      TextFigures.number(start, places: 6), TextFigures.number(end, places: 6)
    )
    try sink.write("\(start)\t\(end)\t\(name)\(cents.map { " \($0) c" } ?? "")\n")
  }
}
