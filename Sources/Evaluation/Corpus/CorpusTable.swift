// SPDX-License-Identifier: MIT

internal import Acoustics
internal import FileFormats

/// The CSV manifest of a corpus: one row per recording, columns by name in any order.
package enum CorpusTable {
  /// Reads a manifest.
  ///
  /// - Parameter text: the whole file, quoted as RFC 4180 says.
  /// - Returns: the recordings in the order of the rows.
  /// - Throws: `AnnotationError` with the line: a malformed table, a missing column, an unknown
  ///   kind or grade, a label that is not a number or out of range, a steady part that ends before
  ///   it begins or after the end of the file, a path that leaves the dataset, a path that an
  ///   earlier row has; `.empty` without rows.
  /// - Complexity: O(n).
  package static func parse(_ text: String) throws(AnnotationError) -> [CorpusRecording] {
    var recordings: [CorpusRecording] = []
    for entry in try entries(text) { recordings.append(try entry.content.get()) }
    return recordings
  }

  /// Reads a manifest row by row, so that a bad row does not affect the others.
  ///
  /// - Parameter text: the whole file, quoted as RFC 4180 says.
  /// - Returns: the recording or the error of every row, with its source if it has one.
  /// - Throws: `AnnotationError` for the table as a whole: no rows, a malformed table, a missing
  ///   column.
  /// - Complexity: O(n).
  package static func entries(
    _ text: String
  ) throws(AnnotationError) -> [CorpusEntry] {
    let table = try CSVTable(annotations: text)
    guard !table.rows.isEmpty else { throw .empty }
    var entries: [CorpusEntry] = []
    entries.reserveCapacity(table.rows.count)
    var paths: Set<[UInt8]> = []
    for row in table.rows {
      let row = CorpusRow(table: table, row: row)
      let source = try row.optionalText("source")
      do throws(AnnotationError) {
        entries.append(
          CorpusEntry(source: source, content: .success(try recording(row, besides: &paths))))
      } catch {
        if case .missingColumn = error { throw error }
        entries.append(CorpusEntry(source: source, content: .failure(error)))
      }
    }
    return entries
  }

  /// Reads a row whose path is not among those of earlier rows, by their bytes.
  private static func recording(
    _ row: CorpusRow, besides paths: inout Set<[UInt8]>
  ) throws(AnnotationError) -> CorpusRecording {
    let recording = try recording(row)
    guard paths.insert(Array(recording.path.utf8)).inserted else {
      throw .repeatedPath(.line(row.row.line), path: recording.path)
    }
    return recording
  }

  private static func recording(_ row: CorpusRow) throws(AnnotationError) -> CorpusRecording {
    let duration = try row.required("duration_s", in: LabelRange.seconds)
    return CorpusRecording(
      path: try row.path("path"),
      source: try row.text("source"),
      licence: try row.text("licence"),
      instrument: try row.text("instrument"),
      capture: try row.labelIfPresent("capture", as: CorpusRecording.Capture.self),
      kind: try row.label("kind", as: CorpusRecording.Kind.self),
      technique: try row.optionalText("technique"),
      nominalNote: try row.whole("nominal_midi", in: LabelRange.midi),
      firstPartial: try row.number("partial1_hz", in: LabelRange.hertz).map(Hertz.init),
      firstPartialLevel: try row.number("partial1_rel_db", in: -200...0).map(Decibels.init),
      fit: try row.number("f1_hz", in: LabelRange.hertz).map(Hertz.init),
      period: try row.number("period_hz", in: LabelRange.hertz).map(Hertz.init),
      consensus: try row.number("ref_f0_hz", in: LabelRange.hertz).map(Hertz.init),
      spread: try row.number("ref_spread_cents", in: 0...12_000).map(Cents.init),
      inharmonicity: try row.number("inharm_B", in: -0.1...0.1),
      glide: try row.number("glide_cents", in: -12_000...12_000).map(Cents.init),
      trust: try row.optionalLabel("trust", as: ReferenceGrade.self),
      onset: try row.number("onset_s", in: 0...duration),
      steady: try row.span("steady_t0_s", "steady_t1_s", in: 0...duration),
      sampleRate: SampleRate(
        Int(try row.required("sample_rate", in: 1000...1_000_000).rounded())),
      duration: duration,
      clippedSamples: try row.whole("clipped_samples", in: 0...1e12) ?? 0,
      annotation: try row.remarkedPath("annotation"),
      note: try row.optionalText("note"))
  }
}

/// One row of a manifest that was read row by row.
package struct CorpusEntry: Sendable {
  /// The source that the row names; `nil` for an empty field.
  package let source: String?
  /// The recording, or the reason why the row is invalid.
  package let content: Result<CorpusRecording, AnnotationError>
}
