// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Tuning

/// A JAMS document (JSON Annotated Music Specification) with one annotation: `note_hz` for notes,
/// `pitch_contour` for updates.
///
/// Source: Humphrey et al., "JAMS: A JSON Annotated Music Specification for Reproducible MIR
/// Research", ISMIR 2014.
struct JAMSWriter: AnalysisWriter {
  /// The version of the specification that is written.
  private static let version = "0.3.4"

  private let context: AnalysisContext
  private var isFirst = true

  init(_ context: AnalysisContext) { self.context = context }

  func begin(_ sink: inout OutputSink) throws {
    let namespace = context.content == .frames ? "pitch_contour" : "note_hz"
    let settings = NDJSONRendering.members(context.members)
    try sink.write(
      """
      {"annotations":[{"namespace":"\(namespace)",
      "annotation_metadata":{"curator":{"name":"","email":""},"annotator":{},"version":"",\
      "corpus":"","annotation_tools":"\(AnalysisContext.program)","annotation_rules":"",\
      "validation":"","data_source":"program"},
      "sandbox":{\(settings)},
      "data":[
      """)
  }

  /// A reading that is unsure is unvoiced; without a pitch its frequency is 0, as the namespace wants.
  mutating func frame(_ result: PitchResult, state _: TuningState, to sink: inout OutputSink) throws
  {
    let isVoiced = result.confidence >= TuningState.clearConfidence && result.estimate != nil
    let frequency = decimal(result.estimate?.frequency.value ?? 0)
    try write(
      time: result.timestamp.seconds(at: context.sampleRate), duration: 0,
      value: "{\"index\":0,\"frequency\":\(frequency),\"voiced\":\(isVoiced)}",
      confidence: result.confidence, to: &sink)
  }

  mutating func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    let start = note.start.seconds(at: context.sampleRate)
    try write(
      time: start, duration: note.end.seconds(at: context.sampleRate) - start,
      value: decimal(note.frequency.value), confidence: note.confidence, to: &sink)
  }

  func end(_ report: Hearing.Report, failure _: String?, to sink: inout OutputSink) throws {
    let duration = decimal(report.duration.seconds(at: context.sampleRate))
    try sink.write(
      """

      ],"time":0,"duration":\(duration)}],
      "file_metadata":{"title":\(NDJSONRendering.quoted(context.name)),"artist":"","release":"",\
      "duration":\(duration),"identifiers":{},"jams_version":"\(Self.version)"},
      "sandbox":{}}

      """)
  }

  private mutating func write(
    time: Double, duration: Double, value: String, confidence: Double, to sink: inout OutputSink
  ) throws {
    try sink.write(
      "\(isFirst ? "" : ",")\n{\"time\":\(decimal(time)),\"duration\":\(decimal(duration)),"
        + "\"value\":\(value),\"confidence\":\(decimal(confidence))}")
    isFirst = false
  }
}
