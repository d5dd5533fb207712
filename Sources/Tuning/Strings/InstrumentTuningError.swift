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
  /// The positions do not count down to 1.
  case position(required: Int, actual: Int)
  /// The courses do not count down to 1.
  case course(string: Int, actual: Int)
  /// A slash, which joins the strings of a course, lacks a note on a side.
  case noteMissing(word: String)
  /// A string's text is not a note.
  case note(string: Int, NoteError)
  /// The octave of a string is not supported.
  case octave(string: Int, required: ClosedRange<Int>, SpelledNote)
  /// The offset of a string is out of range.
  case offset(string: Int, required: ClosedRange<Cents>, actual: Cents)
  /// The tuning must rise, and a string does not.
  case notRising(string: Int, SpelledNote, above: SpelledNote)
  /// The keyboard mapping omits the key of a string.
  case noPitch(string: Int, SpelledNote)
  /// The scale has no degree near the note of a string.
  case noDegree(string: Int, SpelledNote)
  /// No string has the number of the locked string.
  case noSuchString(Int, count: Int)
  /// A capo is not supported at that fret.
  case capo(required: ClosedRange<Int>, actual: Int)
  /// A measured inharmonicity is not a number from 0 up.
  case inharmonicity(string: Int, actual: Double)
  /// The inharmonicity of the strings stretches a string out of the range of its offsets.
  case stretch(string: Int, required: ClosedRange<Cents>, actual: Cents)
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
      "A string has position \(actual) where \(required) is due. List the strings from the "
        + "highest number down to 1."
    case .course(let string, let actual):
      "String \(string) is in course \(actual). Number the courses in the order of the "
        + "strings, down to 1, without gaps."
    case .noteMissing(let word):
      "A note is missing beside the slash of \"\(word)\". Write a course as G3/G4, with blanks "
        + "around it only."
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
      "String \(string): the keyboard mapping omits the key of \(note), \(note.note.midi). Map the "
        + "key, or choose another temperament."
    case .noDegree(let string, let note):
      "String \(string): the scale has no pitch within half an octave of \(note). Choose another "
        + "scale."
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
    case .stretch(let string, let required, let actual):
      "String \(string): the stretch would put its target \(hundredths(actual)) cents from its "
        + "note, outside \(required.lowerBound.value) to \(required.upperBound.value). Measure the "
        + "inharmonicity again: it is a small number, such as 0.0001."
    }
  }

  /// Returns cents with two decimals at most, no nearer to 0, so that they are outside a range too.
  private func hundredths(_ cents: Cents) -> Double {
    (100 * cents.value).rounded(.awayFromZero) / 100
  }
}
