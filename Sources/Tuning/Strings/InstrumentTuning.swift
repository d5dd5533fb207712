// SPDX-License-Identifier: MIT

/// The open strings of an instrument.
public struct InstrumentTuning: Hashable, Sendable {
  /// The supported numbers of strings.
  public static let stringCounts = 4...12
  /// The supported lengths of an id.
  public static let idLengths = 1...50
  /// The supported lengths of a name.
  public static let nameLengths = 1...100

  /// The id: lower-case letters, digits and underscores.
  public let id: String
  /// The displayed name.
  public let name: String
  /// The names in other languages, by ISO 639-1 code.
  public let localizedNames: [String: String]
  /// True if every string must sound higher than the one before it.
  public let isRising: Bool
  /// The strings in the order of the instrument, from the highest number to string 1.
  ///
  /// On an instrument such as the ukulele, the first is not the lowest.
  public let strings: [GuitarString]

  /// Makes a tuning.
  ///
  /// - Parameters:
  ///   - id: lower-case letters, digits and underscores.
  ///   - name: the displayed name.
  ///   - localizedNames: names by ISO 639-1 code.
  ///   - isRising: true if every string must sound higher than the one before it.
  ///   - strings: in the order of the instrument, with positions that count down to 1.
  /// - Throws: `InstrumentTuningError`, which names the string and the reason.
  public init(
    id: String, name: String, localizedNames: [String: String] = [:], isRising: Bool = false,
    strings: [GuitarString]
  ) throws(InstrumentTuningError) {
    try Self.check(id: id, name: name, localizedNames)
    try Self.check(strings, isRising: isRising)
    self.init(
      unchecked: id, name: name, localizedNames: localizedNames, isRising: isRising,
      strings: strings)
  }

  /// Makes a tuning from checked values.
  init(
    unchecked id: String, name: String, localizedNames: [String: String] = [:], isRising: Bool,
    strings: [GuitarString]
  ) {
    self.id = id
    self.name = name
    self.localizedNames = localizedNames
    self.isRising = isRising
    self.strings = strings
  }

  /// Returns the string with a number.
  ///
  /// - Parameter position: the player's number.
  /// - Returns: the string; `nil` for another number.
  public func string(at position: Int) -> GuitarString? {
    strings.first { $0.position == position }
  }

  /// Returns the name in a language, or the displayed name if it has none in that language.
  ///
  /// - Parameter language: an ISO 639-1 code.
  /// - Returns: the displayed name.
  public func name(in language: String) -> String { localizedNames[language] ?? name }

  // MARK: - Validation

  private static func check(
    id: String, name: String, _ localizedNames: [String: String]
  ) throws(InstrumentTuningError) {
    let isPlain = id.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == 95
    }
    guard isPlain, idLengths.contains(id.utf8.count) else { throw .badID(id) }
    guard nameLengths.contains(name.count) else { throw .badName(name) }
    for (language, name) in localizedNames {
      guard language.utf8.count == 2, language.utf8.allSatisfy({ (97...122).contains($0) })
      else { throw .badLanguage(language) }
      guard nameLengths.contains(name.count) else { throw .badName(name) }
    }
  }

  private static func check(
    _ strings: [GuitarString], isRising: Bool
  ) throws(InstrumentTuningError) {
    guard stringCounts.contains(strings.count) else {
      throw .stringCount(required: stringCounts, actual: strings.count)
    }
    for (index, string) in strings.enumerated() {
      let expected = strings.count - index
      guard string.position == expected else {
        throw .position(required: expected, actual: string.position)
      }
      guard SpelledNote.stringOctaves.contains(string.spelling.octave) else {
        throw .octave(string: expected, required: SpelledNote.stringOctaves, string.spelling)
      }
      guard GuitarString.supportedOffsets.contains(string.offset) else {
        throw .offset(
          string: expected, required: GuitarString.supportedOffsets, actual: string.offset)
      }
      guard index > 0 else { continue }
      let before = strings[index - 1]
      guard string.course == before.course || string.course == before.course - 1 else {
        throw .course(string: expected, actual: string.course)
      }
      guard !isRising || before.note < string.note else {
        throw .notRising(string: expected, string.spelling, above: before.spelling)
      }
    }
    guard strings.last?.course == 1 else {
      throw .course(string: 1, actual: strings.last?.course ?? 0)
    }
  }
}
