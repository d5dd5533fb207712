// SPDX-License-Identifier: MIT

import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of comma-separated values: a header, then one row per record.
struct CSVWriter: AnalysisWriter {
  static let fileExtension = "csv"
  static let canFollow = false

  private let context: AnalysisContext

  init(_ context: AnalysisContext) { self.context = context }

  func begin(_ sink: inout OutputSink) throws {
    try sink.write(CSVRendering.header(of: context.content.record))
  }

  func frame(_ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws {
    try sink.write(CSVRendering.row(context.record(result, state)))
  }

  func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    try sink.write(CSVRendering.row(context.record(note)))
  }

  func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    for record in context.records(update) { try sink.write(CSVRendering.row(record)) }
  }

  func stroke(_ stroke: Stroke, number: Int, to sink: inout OutputSink) throws {
    for record in context.records(stroke, number: number) {
      try sink.write(CSVRendering.row(record))
    }
  }

  func end(_: RecordingSummary, failure _: String?, to _: inout OutputSink) {}
}
