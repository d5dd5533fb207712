// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import NoteTracking
import OfflineAnalysis
import PitchDetection
import Tuning

/// A writer of JAMS documents (JSON Annotated Music Specification).
///
/// A document has one annotation: `note_hz` for notes, `pitch_contour` for updates. A stroke
/// becomes a note for each sounding string. An update of all strings becomes a point for each
/// string, with the number of the string as its index. A recording with chords has a second
/// annotation, `tag_open`.
///
/// Source: Humphrey et al., "JAMS: A JSON Annotated Music Specification for Reproducible MIR
/// Research", ISMIR 2014.
struct JAMSWriter: AnalysisWriter {
  static let fileExtension = "jams"
  static let canFollow = false

  /// The version of the specification that is written.
  private static let version = "0.3.4"

  private let context: AnalysisContext
  private var isFirst = true
  /// The chords, as rows of the second annotation.
  private var chords: [String] = []

  init(_ context: AnalysisContext) { self.context = context }

  func begin(_ sink: inout OutputSink) throws {
    let namespace =
      switch context.content {
      case .frames, .strumFrames: "pitch_contour"
      case .notes, .strokes: "note_hz"
      }
    let settings = NDJSONRendering.members(context.members)
    try sink.write("{\"annotations\":[\(Self.opening(namespace, sandbox: settings))")
  }

  /// An unclear reading is unvoiced; without a pitch its frequency is 0, as the namespace requires.
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
    guard !note.isPolyphonic else {
      let length = note.end.seconds(at: context.sampleRate) - start
      return chords.append(
        "{\"time\":\(decimal(start)),\"duration\":\(decimal(length)),"
          + "\"value\":\"polyphonic\",\"confidence\":null}")
    }
    try write(
      time: start, duration: note.end.seconds(at: context.sampleRate) - start,
      value: decimal(note.frequency.value), confidence: note.confidence, to: &sink)
  }

  mutating func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    for (target, reading, frequency) in context.sounding(update.readings) {
      let hertz = decimal(frequency.value)
      try write(
        time: update.position.seconds(at: context.sampleRate), duration: 0,
        value: "{\"index\":\(target.string.position),\"frequency\":\(hertz),\"voiced\":true}",
        confidence: reading.confidence, to: &sink)
    }
  }

  mutating func stroke(_ stroke: Stroke, number _: Int, to sink: inout OutputSink) throws {
    let start = stroke.start.seconds(at: context.sampleRate)
    for (_, reading, frequency) in context.sounding(stroke.readings) {
      try write(
        time: start, duration: stroke.end.seconds(at: context.sampleRate) - start,
        value: decimal(frequency.value), confidence: reading.confidence, to: &sink)
    }
  }

  func end(_ summary: RecordingSummary, failure _: String?, to sink: inout OutputSink) throws {
    let duration = decimal(summary.duration.seconds(at: context.sampleRate))
    try sink.write(
      """

      ],"time":0,"duration":\(duration)}\(tags(duration))],
      "file_metadata":{"title":\(JSONValue.quoted(context.title)),"artist":"","release":"",\
      "duration":\(duration),"identifiers":{},"jams_version":"\(Self.version)"},
      "sandbox":{}}

      """)
  }

  /// Returns the second annotation; empty if only one string sounded at a time.
  private func tags(_ duration: String) -> String {
    guard !chords.isEmpty else { return "" }
    return ",\n\(Self.opening("tag_open", sandbox: ""))\n"
      + chords.joined(separator: ",\n") + "\n],\"time\":0,\"duration\":\(duration)}"
  }

  /// Returns the beginning of an annotation, before its rows.
  private static func opening(_ namespace: String, sandbox: String) -> String {
    """
    {"namespace":"\(namespace)",
    "annotation_metadata":{"curator":{"name":"","email":""},"annotator":{},"version":"",\
    "corpus":"","annotation_tools":"\(AnalysisContext.program)","annotation_rules":"",\
    "validation":"","data_source":"program"},
    "sandbox":{\(sandbox)},
    "data":[
    """
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
