// SPDX-License-Identifier: MIT

/// Parsing of the decimal numbers in annotation files.
enum NumberField {
  /// Returns the number that `text` spells: digits, sign, point and exponent, nothing else.
  ///
  /// - Throws: `AnnotationError.notFinite` for `nan`, `inf` and numbers too large for a `Double`,
  ///   `.notANumber` for any other text that is not a decimal (hexadecimal and commas included).
  static func parse(
    _ text: some StringProtocol, column: String, at place: AnnotationPlace
  ) throws(AnnotationError) -> Double {
    let isDecimal = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || [43, 45, 46, 69, 101].contains(byte)  // + - . E e
    }
    guard isDecimal, let value = Double(String(text)) else {
      let word = text.lowercased().drop { $0 == "-" || $0 == "+" }
      if ["nan", "inf", "infinity"].contains(word) {
        throw .notFinite(place, column: column)
      }
      throw .notANumber(place, column: column, text: String(text.prefix(40)))
    }
    guard value.isFinite else { throw .notFinite(place, column: column) }
    return value
  }

  /// Returns the number that `text` spells if it lies in `range`.
  static func parse(
    _ text: some StringProtocol, column: String, in range: ClosedRange<Double>,
    at place: AnnotationPlace
  ) throws(AnnotationError) -> Double {
    let value = try parse(text, column: column, at: place)
    try check(value, column: column, in: range, at: place)
    return value
  }

  /// Throws an error unless `value` is finite and lies in `range`.
  static func check(
    _ value: Double, column: String, in range: ClosedRange<Double>, at place: AnnotationPlace
  ) throws(AnnotationError) {
    guard value.isFinite else { throw .notFinite(place, column: column) }
    guard range.contains(value) else {
      throw .outOfRange(place, column: column, value: value, range: range)
    }
  }
}

/// The valid ranges of labels; a value outside is a fault of the file.
enum LabelRange {
  /// Seconds since the start of the file: up to a day.
  static let seconds = 0.0...86_400
  /// Pitches in hertz, from below the lowest string to the upper limit of hearing.
  static let hertz = 10.0...20_000
  /// MIDI note numbers.
  static let midi = 0.0...127
  /// Voicing and confidence.
  static let share = 0.0...1
}
