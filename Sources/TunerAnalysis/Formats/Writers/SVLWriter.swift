// SPDX-License-Identifier: MIT

import Acoustics
import FileFormats
import Foundation
import NoteTracking
import OfflineAnalysis
import PitchDetection
import Plotting
import Tuning

/// A writer of layers for Sonic Visualiser: a note layer, or a layer of values over time for
/// updates.
///
/// The file holds a sparse model with its dataset, and the layer that shows the model. Times are in
/// samples of the recording, values in hertz.
struct SVLWriter: AnalysisWriter {
  static let fileExtension = "svl"
  static let canFollow = false
  static let reader: String? = "Sonic Visualiser"

  private let context: AnalysisContext
  /// The onsets of chords, as points of the second layer.
  private var chords: [String] = []

  init(_ context: AnalysisContext) { self.context = context }

  /// True for records with a length.
  private var isNotes: Bool {
    switch context.content {
    case .notes, .strokes: true
    case .frames, .strumFrames: false
    }
  }

  func begin(_ sink: inout OutputSink) throws {
    // The file has the bounds before the points. These bounds contain every reading.
    let range = context.range
    let rate = context.sampleRate.hertz
    let resolution = isNotes ? 1 : max(1, Int(Double(rate) / context.settings.rate.hertz))
    var model: [Markup.Attribute] = [
      .init("id", "1"), .init("name", context.title), .init("sampleRate", "\(rate)"),
      .init("type", "sparse"), .init("dimensions", isNotes ? "3" : "2"),
      .init("resolution", "\(resolution)"), .init("notifyOnAdd", "true"), .init("dataset", "2"),
    ]
    if isNotes { model.append(.init("subtype", "note")) }
    model += [
      .init("minimum", decimal(range.lowerBound.value)),
      .init("maximum", decimal(range.upperBound.value)),
      .init("units", "Hz"),
    ]
    if isNotes { model.append(.init("valueQuantization", "0")) }
    try sink.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE sonic-visualiser>
      <!-- \(settingsNote) -->
      <sv>
      <data>
      \(Markup.element("model", model, []).rendered)
      <dataset id="2" dimensions="\(isNotes ? 3 : 2)">

      """)
  }

  /// The program, the settings of the targets and their frequencies, as the text of a comment,
  /// which two hyphens would end.
  private var settingsNote: String {
    let strings = context.settings.classifier.strings.map { decimal($0.frequency.value) }
    let targets = strings.isEmpty ? "" : "; targets in Hz: \(strings.joined(separator: " "))"
    let note = "\(AnalysisContext.program): \(context.settings.target.summary)\(targets)"
    return note.reduce(into: "") { text, character in
      if character == "-", text.last == "-" { text.append(" ") }
      text.append(character)
    }
  }

  /// Writes a clear reading as a point.
  ///
  /// Any other reading leaves a gap.
  func frame(_ result: PitchResult, state _: TuningState, to sink: inout OutputSink) throws {
    guard let estimate = result.estimate, result.confidence >= TuningState.clearConfidence else {
      return
    }
    let point = Markup.tag(
      "point",
      [
        "frame": "\(result.timestamp.samples)", "value": decimal(estimate.frequency.value),
        "label": label(
          result.note.map { context.label(of: result.target, else: $0) }, result.deviation),
      ])
    try sink.write(point.rendered + "\n")
  }

  mutating func note(_ note: TrackedNote, to sink: inout OutputSink) throws {
    guard !note.isPolyphonic else {
      let point = Markup.tag("point", ["frame": "\(note.start.samples)", "label": "chord"])
      return chords.append(point.rendered + "\n")
    }
    let point = Markup.tag(
      "point",
      [
        "frame": "\(note.start.samples)", "value": decimal(note.frequency.value),
        "duration": "\(note.end.distance(from: note.start))",
        "level": decimal(Self.level(of: note)),
        "label": label(context.label(of: note.target, else: note.note), note.cents),
      ])
    try sink.write(point.rendered + "\n")
  }

  /// Writes a point for each sounding string.
  func update(_ update: StrumUpdate, to sink: inout OutputSink) throws {
    for (target, reading, frequency) in context.sounding(update.readings) {
      let point = Markup.tag(
        "point",
        [
          "frame": "\(update.position.samples)", "value": decimal(frequency.value),
          "label": context.label(of: target, reading),
        ])
      try sink.write(point.rendered + "\n")
    }
  }

  /// Writes a note for each sounding string; the level of a single string is not measured.
  func stroke(_ stroke: Stroke, number _: Int, to sink: inout OutputSink) throws {
    for (target, reading, frequency) in context.sounding(stroke.readings) {
      let point = Markup.tag(
        "point",
        [
          "frame": "\(stroke.start.samples)", "value": decimal(frequency.value),
          "duration": "\(stroke.end.distance(from: stroke.start))", "level": "1",
          "label": context.label(of: target, reading),
        ])
      try sink.write(point.rendered + "\n")
    }
  }

  func end(_: RecordingSummary, failure _: String?, to sink: inout OutputSink) throws {
    let type = isNotes ? "notes" : "timevalues"
    let layer = Markup.tag(
      "layer",
      [
        "id": "3", "type": type, "name": context.title, "model": "1", "verticalScale": "1",
        "scaleUnits": "Hz",
      ])
    let (data, instants) = chordLayer()
    try sink.write(
      "</dataset>\n\(data)</data>\n<display>\n\(layer.rendered)\n\(instants)</display>\n</sv>\n")
  }

  /// Returns a layer of instants for the onsets of chords; empty if only one string sounded at a
  /// time.
  private func chordLayer() -> (data: String, layer: String) {
    guard !chords.isEmpty else { return ("", "") }
    let model = Markup.element(
      "model",
      [
        .init("id", "4"), .init("name", "\(context.title), chords"),
        .init("sampleRate", "\(context.sampleRate.hertz)"), .init("type", "sparse"),
        .init("dimensions", "1"), .init("resolution", "1"), .init("notifyOnAdd", "true"),
        .init("dataset", "5"),
      ], [])
    let layer = Markup.tag(
      "layer", ["id": "6", "type": "timeinstants", "name": "Chords", "model": "4"])
    let points = chords.joined()
    return (
      "\(model.rendered)\n<dataset id=\"5\" dimensions=\"1\">\n\(points)</dataset>\n",
      layer.rendered + "\n"
    )
  }

  private func label(_ name: String?, _ cents: Cents?) -> String {
    (name ?? "") + (cents.map { " \(TextFigures.signed($0)) c" } ?? "")
  }

  /// Returns the loudness at which the layer plays a note, 0…1: the amplitude at its onset.
  private static func level(of note: TrackedNote) -> Double {
    min(1, note.onsetLevel.map { pow(10, $0.value / 20) } ?? 1)
  }
}
