// SPDX-License-Identifier: MIT

internal import Acoustics

/// The time series that annotation tools exchange: `time frequency` on each line.
///
/// As in mir_eval, a frequency of 0 is unvoiced, and a negative one is an estimate in an unvoiced
/// frame. Blanks, tabs, commas or semicolons separate the columns; `#` begins a comment.
public enum TwoColumnText {
  /// Reads a track.
  ///
  /// - Parameter text: the whole file; it may have a byte-order mark and either kind of line
  ///   ending.
  /// - Returns: the track.
  /// - Throws: `AnnotationError` with the line: another number of columns, a field that is not a
  ///   finite number, a frequency other than 0 outside 10…20 000 Hz, a time that is not later than
  ///   the previous one; `.empty` without rows.
  /// - Complexity: O(n).
  public static func parse(_ text: String) throws(AnnotationError) -> PitchTrack {
    let rows = DelimitedRows.rows(of: text)
    guard !rows.isEmpty else { throw .empty }
    var points: [PitchTrack.Point] = []
    points.reserveCapacity(rows.count)
    for row in rows {
      let place = AnnotationPlace.line(row.line)
      guard row.fields.count == 2 else {
        throw .columnCount(place, required: 2...2, actual: row.fields.count)
      }
      let seconds = try NumberField.parse(row.fields[0], column: "time", at: place)
      let signed = try NumberField.parse(row.fields[1], column: "frequency", at: place)
      guard signed != 0 else {
        points.append(PitchTrack.Point(seconds: seconds, frequency: nil))
        continue
      }
      try NumberField.check(abs(signed), column: "frequency", in: LabelRange.hertz, at: place)
      points.append(
        PitchTrack.Point(
          seconds: seconds, frequency: Hertz(abs(signed)), voicing: signed > 0 ? 1 : 0))
    }
    return try PitchTrack(points) { .line(rows[$0].line) }
  }
}
