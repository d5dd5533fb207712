// SPDX-License-Identifier: MIT

/// An error in the text of a note.
public enum NoteError: Error, Equatable, Sendable {
  /// The text begins with no note name of this language, or no octave follows the name.
  case unknownNote(text: String, notation: NoteNotation)
  /// The text has a note and no octave.
  case octaveMissing(text: String)
  /// The octave is out of range.
  case octaveOutOfRange(text: String, required: ClosedRange<Int>)
}

extension NoteError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .unknownNote(let text, let notation):
      "\"\(text)\" is not a note. Write \(Self.remedy(notation))."
    case .octaveMissing(let text):
      "\"\(text)\" has no octave. Write for example \(text)3; the octave of middle C is 4."
    case .octaveOutOfRange(let text, let required):
      "\"\(text)\" is in no octave that a string can sound. Write one from "
        + "\(required.lowerBound) to \(required.upperBound)."
    }
  }

  private static func remedy(_ notation: NoteNotation) -> String {
    switch notation {
    case .english: "a letter from A to G, # or b, and an octave, such as F#3"
    case .german: "a German name and an octave, such as Fis3, Es2, B2 or H3"
    case .solfege: "a syllable from Do to Si, # or b, and an octave, such as Fa#3"
    }
  }
}
