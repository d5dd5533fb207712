// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import PitchDetection
import Terminal
import Tuning

/// Renders what an analysis finds in the format that was asked for.
struct AnalysisRendering {
  let analysis: FileAnalysis
  let sampleRate: SampleRate

  private var text: TextRendering {
    TextRendering(
      target: analysis.settings.target, sampleRate: sampleRate)
  }

  /// Writes what comes before the first record.
  func begin(_ sink: inout OutputSink) throws {
    switch (analysis.format, analysis.content) {
    case (.text, .frames): try sink.write("\(printable(analysis.name)):\n")
    case (.text, .notes): break
    case (.csv, .frames): try sink.write(CSVRendering.header(of: FrameRecord.self))
    case (.csv, .notes): try sink.write(CSVRendering.header(of: NoteRecord.self))
    case (.ndjson, .frames): try sink.write(NDJSONRendering.header(of: FrameRecord.self, context))
    case (.ndjson, .notes): try sink.write(NDJSONRendering.header(of: NoteRecord.self, context))
    }
  }

  /// Writes one update.
  func frame(_ result: PitchResult, to sink: inout OutputSink) throws {
    let state = result.state(tolerance: analysis.settings.tolerance)
    let record = FrameRecord(result: result, state: state, sampleRate: sampleRate)
    switch analysis.format {
    case .text: try sink.write(text.frame(result, state: state))
    case .csv: try sink.write(CSVRendering.row(record))
    case .ndjson: try sink.write(NDJSONRendering.line(record))
    }
  }

  /// Writes one note as soon as it is over; for text, keeps it for the summary.
  func take(
    _ note: TrackedNote, among notes: inout [TrackedNote], to sink: inout OutputSink
  ) throws {
    let record = NoteRecord(note: note, sampleRate: sampleRate)
    switch (analysis.content, analysis.format) {
    case (.frames, _): break
    case (.notes, .text): notes.append(note)
    case (.notes, .csv): try sink.write(CSVRendering.row(record))
    case (.notes, .ndjson): try sink.write(NDJSONRendering.line(record))
    }
  }

  /// Writes what comes behind the last record.
  func end(
    _ notes: [TrackedNote], of report: Hearing.Report, to sink: inout OutputSink
  ) throws {
    guard analysis.content == .notes, analysis.format == .text else { return }
    try sink.write(
      text.summary(
        of: analysis.name, duration: report.duration, notes: notes,
        hasPitch: report.clearResults > 0))
  }

  /// What machines need to know about the records of this file.
  private var context: [(key: String, value: Field)] {
    Self.context(of: analysis.settings, name: analysis.name, sampleRate: sampleRate)
  }

  /// What machines need to know about the records of a recording, or of a device that has no name.
  static func context(
    of settings: AnalysisSettings, name: String?, sampleRate: SampleRate
  ) -> [(key: String, value: Field)] {
    let classifier = settings.classifier
    return [
      ("file", Field(name)),
      ("sample_rate_hz", Field(sampleRate.hertz)),
      ("rate_hz", Field(settings.rate.hertz)),
      ("a4_hz", Field(classifier.reference.a4.value)),
      ("tuning", Field(classifier.selection.id)),
      ("strings", Field(strings(of: classifier))),
      ("temperament", Field(classifier.system.temperament.name)),
      ("capo", Field(settings.target.capo)),
      ("pitch", Field(settings.pitch.rawValue)),
      ("engine", Field("headstock-\(settings.detector.rawValue) \(Tuner.version)")),
    ]
  }

  /// The notes of the strings from low to high; `nil` in chromatic mode.
  private static func strings(of classifier: PitchClassifier) -> String? {
    classifier.selection.tuning?.strings.map(\.spelling.description).joined(separator: " ")
  }
}
