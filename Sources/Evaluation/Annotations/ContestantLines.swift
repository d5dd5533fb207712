// SPDX-License-Identifier: MIT

public import Acoustics

/// The output format of other programs: `time,frequency,confidence` on each line.
///
/// Blanks may replace the commas. A frequency of 0 or below, or `nan`, means no answer. The
/// confidence may be omitted; every frequency then has confidence 1.
public enum ContestantLines {
  /// One printed update.
  public struct Update: Hashable, Sendable {
    /// Seconds since the start of the file.
    public var seconds: Double
    /// The answer, `nil` for "no pitch".
    public var estimate: PitchEstimate?
  }

  /// Reads a program's output.
  ///
  /// - Parameter text: the whole output; a first row without a number is a header.
  /// - Returns: the updates in the order of time.
  /// - Throws: `AnnotationError` with the line: another number of columns, a field that is not a
  ///   number, a confidence outside 0…1, a time that is not later than the previous one; `.empty`
  ///   without rows.
  /// - Complexity: O(n).
  public static func parse(_ text: String) throws(AnnotationError) -> [Update] {
    var rows = DelimitedRows.rows(of: text)
    if let first = rows.first?.fields.first, Double(String(first)) == nil { rows.removeFirst() }
    guard !rows.isEmpty else { throw .empty }
    var updates: [Update] = []
    updates.reserveCapacity(rows.count)
    for row in rows {
      let place = AnnotationPlace.line(row.line)
      guard (2...3).contains(row.fields.count) else {
        throw .columnCount(place, required: 2...3, actual: row.fields.count)
      }
      let seconds = try NumberField.parse(
        row.fields[0], column: "time", in: LabelRange.seconds, at: place)
      if let previous = updates.last?.seconds, seconds <= previous {
        throw .timeGoesBackwards(place, seconds: seconds, previous: previous)
      }
      let frequency = try frequency(row.fields[1], at: place)
      var confidence = 1.0
      if row.fields.count == 3 {
        confidence = try NumberField.parse(
          row.fields[2], column: "confidence", in: LabelRange.share, at: place)
      }
      updates.append(
        Update(
          seconds: seconds,
          estimate: frequency.map { PitchEstimate(frequency: $0, confidence: confidence) }))
    }
    return updates
  }

  private static func frequency(
    _ text: Substring, at place: AnnotationPlace
  ) throws(AnnotationError) -> Hertz? {
    guard text.lowercased() != "nan" else { return nil }
    let value = try NumberField.parse(text, column: "frequency", at: place)
    return value > 0 ? Hertz(value) : nil
  }
}
