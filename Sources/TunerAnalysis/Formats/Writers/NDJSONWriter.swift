// SPDX-License-Identifier: MIT

import NoteTracking
import OfflineAnalysis
import Tuning

/// One JSON object a line: the context first, then the records.
struct NDJSONWriter: AnalysisWriter {
  static let fileExtension = "ndjson"
  static let canFollow = true
  static let isImmediate = true

  private let context: AnalysisContext

  init(_ context: AnalysisContext) { self.context = context }

  func begin(_ sink: inout OutputSink) throws {
    switch context.content {
    case .frames: try sink.write(NDJSONRendering.header(of: FrameRecord.self, context.members))
    case .notes: try sink.write(NDJSONRendering.header(of: NoteRecord.self, context.members))
    }
  }

  func frame(_ result: PitchResult, state: TuningState, to sink: inout OutputSink) throws {
    try sink.write(NDJSONRendering.line(context.record(result, state)))
  }

  func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    try sink.write(NDJSONRendering.line(context.record(note)))
  }

  func end(_: RecordingSummary, failure _: String?, to _: inout OutputSink) {}
}
