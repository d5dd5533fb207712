// SPDX-License-Identifier: MIT

/// What the open strings of an instrument sound.
public struct InstrumentTuning: Hashable, Sendable {
  /// How many strings an instrument can have.
  public static let stringCounts = 4...12
  /// How long an id can be.
  public static let idLengths = 1...50
  /// How long a name can be.
  public static let nameLengths = 1...100

  /// The name for machines: lower-case letters, digits and underscores.
  public let id: String
  /// The name for people.
  public let name: String
  /// Names in other languages, by their ISO 639-1 codes.
  public let localizedNames: [String: String]
  /// Whether every string is declared to sound higher than the one before it.
  public let isRising: Bool
  /// The strings from low to high as they lie on the instrument; the last has position 1.
  public let strings: [GuitarString]

  /// Makes a tuning.
  ///
  /// - Parameters:
  ///   - id: lower-case letters, digits and underscores.
  ///   - name: the name for people.
  ///   - localizedNames: names by ISO 639-1 code.
  ///   - isRising: whether every string must sound higher than the one before it.
  ///   - strings: from low to high, positions counting down to 1.
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

  /// Makes a tuning of values that are known to be good.
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
  /// - Returns: the string; `nil` when the instrument has none of that number.
  public func string(at position: Int) -> GuitarString? {
    strings.first { $0.position == position }
  }

  /// Whether some string sounds lower than the one before it.
  public var isReentrant: Bool {
    zip(strings, strings.dropFirst()).contains { $1.note < $0.note }
  }

  /// Returns the name in a language, else the plain one.
  ///
  /// - Parameter language: an ISO 639-1 code.
  /// - Returns: a name for people.
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
