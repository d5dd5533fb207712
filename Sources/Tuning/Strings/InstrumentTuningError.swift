// SPDX-License-Identifier: MIT

public import Acoustics

/// An error in the tuning of an instrument.
///
/// It names strings by the player's number.
public enum InstrumentTuningError: Error, Equatable, Sendable {
  /// The id has other characters than lower-case letters, digits and underscores, or too many.
  case badID(String)
  /// The name is empty or too long.
  case badName(String)
  /// A language is no ISO 639-1 code.
  case badLanguage(String)
  /// There are too few or too many strings.
  case stringCount(required: ClosedRange<Int>, actual: Int)
  /// The positions do not count down to 1 from low to high.
  case position(required: Int, actual: Int)
  /// The courses do not count down to 1 from low to high.
  case course(string: Int, actual: Int)
  /// A string's text is not a note.
  case note(string: Int, NoteError)
  /// The octave of a string is not supported.
  case octave(string: Int, required: ClosedRange<Int>, SpelledNote)
  /// The offset of a string is out of range.
  case offset(string: Int, required: ClosedRange<Cents>, actual: Cents)
  /// The tuning must rise, and a string does not.
  case notRising(string: Int, SpelledNote, above: SpelledNote)
  /// The scale has no pitch for the note of a string.
  case noPitch(string: Int, SpelledNote)
  /// No string has the number of the locked string.
  case noSuchString(Int, count: Int)
  /// A capo is not supported at that fret.
  case capo(required: ClosedRange<Int>, actual: Int)
  /// A measured inharmonicity is not a number from 0 up.
  case inharmonicity(string: Int, actual: Double)
}

extension InstrumentTuningError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .badID(let id):
      "\"\(id)\" can't be a tuning's id. Use up to \(InstrumentTuning.idLengths.upperBound) "
        + "lower-case letters, digits and underscores."
    case .badName(let name):
      "A tuning's name has \(name.count) characters. Give it 1 to "
        + "\(InstrumentTuning.nameLengths.upperBound)."
    case .badLanguage(let language):
      "\"\(language)\" is not a language. Use the two small letters of ISO 639-1, such as de."
    case .stringCount(let required, let actual):
      "There \(actual == 1 ? "is 1 string" : "are \(actual) strings"). An instrument has \(required.lowerBound) to "
        + "\(required.upperBound)."
    case .position(let required, let actual):
      "A string has position \(actual) where \(required) is due. Number the strings from low to "
        + "high, down to 1."
    case .course(let string, let actual):
      "String \(string) is in course \(actual). Number the courses from low to high, down to 1, "
        + "without gaps."
    case .note(let string, let error): "String \(string): \(error)"
    case .octave(let string, let required, let note):
      "String \(string): \(note) is in octave \(note.octave). Use \(required.lowerBound) to "
        + "\(required.upperBound)."
    case .offset(let string, let required, let actual):
      "String \(string): an offset of \(actual.value) cents is outside "
        + "\(required.lowerBound.value) to \(required.upperBound.value)."
    case .notRising(let string, let note, let below):
      "String \(string): \(note) is not above \(below), and the tuning says that it rises. Mend "
        + "the note, or leave \"rising\" out."
    case .noPitch(let string, let note):
      "String \(string): the scale has no pitch near \(note), or the keyboard mapping omits its "
        + "key, \(note.note.midi). Map the key, or choose another temperament."
    case .noSuchString(_, 0):
      "The chromatic scale has no strings. Choose a tuning, or no string."
    case .noSuchString(let position, let count):
      "There is no string \(position). Choose one from 1 to \(count)."
    case .capo(let required, let actual):
      "A capo at fret \(actual) is out of reach. Choose a fret from \(required.lowerBound) to "
        + "\(required.upperBound)."
    case .inharmonicity(let string, let actual):
      "String \(string): an inharmonicity of \(actual) is not possible. Measure it again: it is a "
        + "small number from 0 up."
    }
  }
}
