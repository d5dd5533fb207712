// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of one JSON document: the context, the records on a line each, and the totals.
///
/// If a recording can't be read to its end, the document is still complete and has the reason under
/// `error`.
struct JSONWriter: AnalysisWriter {
  static let fileExtension = "json"
  static let canFollow = true

  private static let schema = "tuner.analysis/1"
  private static let strumSchema = "tuner.strum/1"

  private let context: AnalysisContext
  private var lastNotes: LastNotes
  private var isFirst = true

  init(_ context: AnalysisContext) {
    self.context = context
    lastNotes = LastNotes(context.settings.target)
  }

  func begin(_ sink: inout OutputSink) throws {
    let (schema, key) =
      switch context.content {
      case .frames: (Self.schema, "frames")
      case .notes: (Self.schema, "notes")
      case .strumFrames: (Self.strumSchema, "frames")
      case .strokes: (Self.strumSchema, "strokes")
      }
    let members = [("schema", Field(schema))] + context.members
    try sink.write("{\(NDJSONRendering.members(members)),\n\"\(key)\":[")
  }

  mutating func frame(_ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws {
    try write(context.record(result, state), to: &sink)
  }

  mutating func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    lastNotes.append(note)
    try write(context.record(note), to: &sink)
  }

  mutating func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    for record in context.records(update) { try write(record, to: &sink) }
  }

  mutating func stroke(_ stroke: Stroke, number: Int, to sink: inout OutputSink) throws {
    for record in context.records(stroke, number: number) { try write(record, to: &sink) }
  }

  func end(_ summary: RecordingSummary, failure: String?, to sink: inout OutputSink) throws {
    if context.content == .notes {
      let lines = lastNotes.all.map { "{\(NDJSONRendering.members($0.members))}" }
      try sink.write("\n],\n\"strings_heard\":[\n\(lines.joined(separator: ",\n"))")
    }
    let members: [(String, Field)] = [
      ("duration_s", Field(summary.duration.seconds(at: context.sampleRate))),
      ("clear_readings", Field(summary.clearResults)),
      ("rejected_samples", Field(summary.rejectedSamples)),
      ("error", Field(failure)),
    ]
    try sink.write("\n],\n\(NDJSONRendering.members(members))}\n")
  }

  private mutating func write(_ record: some Record, to sink: inout OutputSink) throws {
    let members = NDJSONRendering.members(Array(zip(type(of: record).keys, record.fields)))
    try sink.write("\(isFirst ? "" : ",")\n{\(members)}")
    isFirst = false
  }
}
