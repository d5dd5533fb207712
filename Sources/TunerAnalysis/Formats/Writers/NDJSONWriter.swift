// SPDX-License-Identifier: MIT

import FileFormats
import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of one JSON object per line: the context first, then the records.
struct NDJSONWriter: AnalysisWriter {
  static let fileExtension = "ndjson"
  static let canFollow = true
  static let isImmediate = true
  static let appendedRecords: AppendedRecords? = AppendedRecords(
    opening: nil,
    // The placeholder of a name stands between quotes.
    name: { Array(JSONValue.quoted($0).utf8.dropFirst().dropLast()) })

  private let context: AnalysisContext

  init(_ context: AnalysisContext) { self.context = context }

  func begin(_ sink: inout OutputSink) throws {
    try sink.write(NDJSONRendering.header(of: context.content.record, context.members))
  }

  func frame(_ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws {
    try sink.write(NDJSONRendering.line(context.record(result, state)))
  }

  func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    try sink.write(NDJSONRendering.line(context.record(note)))
  }

  func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    for record in context.records(update) { try sink.write(NDJSONRendering.line(record)) }
  }

  func stroke(_ stroke: Stroke, number: Int, to sink: inout OutputSink) throws {
    for record in context.records(stroke, number: number) {
      try sink.write(NDJSONRendering.line(record))
    }
  }

  func end(_: RecordingSummary, failure _: String?, to _: inout OutputSink) {}
}
