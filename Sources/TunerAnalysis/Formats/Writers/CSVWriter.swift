// SPDX-License-Identifier: MIT

import FileFormats
import NoteTracking
import OfflineAnalysis
import Tuning

/// A writer of comma-separated values: a header, then one row per record.
struct CSVWriter: AnalysisWriter {
  static let fileExtension = "csv"
  static let canFollow = false
  static let hasSharedTable = true
  static let appendedRecords: AppendedRecords? = AppendedRecords(
    opening: { CSVRendering.sharedHeader(of: $0) },
    // A row ends with a line end.
    name: { Array(csvRow([$0]).utf8.dropLast()) })

  private let context: AnalysisContext
  /// The fields in front of every record.
  private let file: [Field]

  init(_ context: AnalysisContext) {
    self.context = context
    file =
      context.sharesTable
      ? [Field(context.name), Field(context.part?.start), Field(context.part?.end)] : []
  }

  func begin(_ sink: inout OutputSink) throws {
    // The output of many recordings has one row of column names.
    if context.sharesTable { return }
    try sink.write(CSVRendering.header(of: context.content.record))
  }

  func frame(_ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws {
    try sink.write(CSVRendering.row(context.record(result, state), of: file))
  }

  func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    let verdict =
      context.sharesTable && context.content.hasVerdict
      ? [Field(RecordingFinding.isInTune(note, context.settings.tolerance))] : []
    try sink.write(CSVRendering.row(context.record(note), of: file, verdict: verdict))
  }

  func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    for record in context.records(update) { try sink.write(CSVRendering.row(record, of: file)) }
  }

  func stroke(_ stroke: Stroke, number: Int, to sink: inout OutputSink) throws {
    for record in context.records(stroke, number: number) {
      try sink.write(CSVRendering.row(record, of: file))
    }
  }

  func end(_: RecordingSummary, failure _: String?, to _: inout OutputSink) {}
}
