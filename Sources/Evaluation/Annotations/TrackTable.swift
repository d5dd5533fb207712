// SPDX-License-Identifier: MIT

internal import Acoustics
internal import FileFormats

/// The CSV form of an f0 track: columns `time_s`, `f0_hz`, `voiced` and any others, in any order.
///
/// `voiced` is 1 if a pitch sounds, 0 if none does, −1 if the annotators did not agree.
public enum TrackTable {
  /// Reads a track.
  ///
  /// - Parameter text: the whole file.
  /// - Returns: the track.
  /// - Throws: `AnnotationError` with the line: a malformed table, a missing column, a field that
  ///   is not a finite number, a label out of range (`voiced` other than −1, 0, 1; a voiced `f0_hz`
  ///   outside 10…20 000 Hz), a time that is not later than the previous one; `.empty` without
  ///   rows.
  /// - Complexity: O(n).
  public static func parse(_ text: String) throws(AnnotationError) -> ReferenceTrack {
    let table = try CSVTable(annotations: text)
    let time = try table.requiredColumn("time_s")
    let pitch = try table.requiredColumn("f0_hz")
    let voiced = try table.requiredColumn("voiced")
    var moments: [(seconds: Double, state: ReferenceTrack.State)] = []
    moments.reserveCapacity(table.rows.count)
    for row in table.rows {
      let place = AnnotationPlace.line(row.line)
      let seconds = try NumberField.parse(row.fields[time], column: "time_s", at: place)
      let state = try state(pitch: row.fields[pitch], voiced: row.fields[voiced], at: place)
      moments.append((seconds, state))
    }
    return try ReferenceTrack(moments) { .line(table.rows[$0].line) }
  }

  private static func state(
    pitch: String, voiced: String, at place: AnnotationPlace
  ) throws(AnnotationError) -> ReferenceTrack.State {
    switch try NumberField.parse(voiced, column: "voiced", at: place) {
    case -1: return .undecided
    case 0: return .unvoiced
    case 1:
      guard !pitch.isEmpty else { throw .emptyField(place, column: "f0_hz") }
      return .pitch(
        Hertz(
          try NumberField.parse(pitch, column: "f0_hz", in: LabelRange.hertz, at: place)))
    default:
      throw .unknownLabel(place, column: "voiced", text: voiced, known: ["-1", "0", "1"])
    }
  }
}

extension CSVTable {
  /// Reads the table of an annotation.
  ///
  /// - Throws: `AnnotationError.empty`, `.repeatedColumn`, `.malformedQuote` or `.columnCount`.
  init(annotations text: String) throws(AnnotationError) {
    do throws(CSVError) {
      try self.init(text)
    } catch {
      throw
        switch error
      {
      case .empty: .empty
      case .repeatedColumn(let name): .repeatedColumn(name)
      case .malformedQuote(let line): .malformedQuote(.line(line))
      case .columnCount(let line, let required, let actual):
        .columnCount(.line(line), required: required...required, actual: actual)
      }
    }
  }

  /// Returns the index of a required column.
  ///
  /// - Throws: `AnnotationError.missingColumn`.
  func requiredColumn(_ name: String) throws(AnnotationError) -> Int {
    guard let index = column(name) else { throw .missingColumn(name) }
    return index
  }
}
