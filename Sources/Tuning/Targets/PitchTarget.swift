// SPDX-License-Identifier: MIT

/// The target of a pitch.
public enum PitchTarget: Hashable, Sendable, CustomStringConvertible {
  /// A string of the selected tuning.
  case string(GuitarString)
  /// A note, in chromatic mode.
  case note(Note)
  /// A degree of a scale whose pitches do not belong to keys of a keyboard, in chromatic mode.
  case degree(ScaleDegree)

  /// The note of the target; for a degree, the nearest one.
  public var note: Note {
    switch self {
    case .string(let string): string.note
    case .note(let note): note
    case .degree(let degree): degree.note
    }
  }

  /// The string to tune; `nil` in chromatic mode.
  public var string: GuitarString? {
    if case .string(let string) = self { string } else { nil }
  }

  /// `6:E2` for a string, `E2` for a note, `11/19:E5` for a degree.
  public var description: String { label(in: .english) }

  /// Returns the label of the target, as `description`, in a notation.
  ///
  /// - Parameters:
  ///   - notation: the language of the note.
  ///   - octaves: the notation of its octave.
  /// - Returns: the number and note of a string, a note, or the number and note of a degree.
  package func label(
    in notation: NoteNotation, octaves: OctaveConvention = .scientific
  ) -> String {
    let name: (SpelledNote) -> String = { notation.text(of: $0, octaves: octaves) }
    return switch self {
    case .string(let string): "\(string.position):\(name(string.spelling))"
    case .note(let note): name(SpelledNote(note))
    case .degree(let degree): "\(degree.number)/\(degree.count):\(name(SpelledNote(degree.note)))"
    }
  }
}

extension SpelledNote {
  /// Spells a key as the string that is its target does.
  ///
  /// Without such a string, a black key has a sharp.
  ///
  /// - Parameters:
  ///   - note: the key.
  ///   - target: the target of the pitch; a string of another key has no effect.
  package init(_ note: Note, for target: PitchTarget?) {
    if let spelling = target?.string?.spelling, spelling.note == note {
      self = spelling
    } else {
      self.init(note)
    }
  }
}

/// The selection of targets.
public enum TargetSelection: Hashable, Sendable {
  /// The nearest string of a tuning, within `PitchClassifier.matchingRange`.
  case strings(InstrumentTuning)
  /// The nearest note.
  case chromatic

  /// The id: the tuning's, or `chromatic`.
  public var id: String { tuning?.id ?? "chromatic" }

  /// The tuning; `nil` in chromatic mode.
  public var tuning: InstrumentTuning? {
    if case .strings(let tuning) = self { tuning } else { nil }
  }
}

/// A pitch of a scale whose degrees do not belong to keys of a keyboard.
public struct ScaleDegree: Hashable, Sendable, CustomStringConvertible {
  /// The degree within its octave, from 0.
  public let number: Int
  /// The number of degrees in an octave.
  public let count: Int
  /// The octave, or other period, counted from the one at the scale's origin.
  public let octave: Int
  /// The nearest key of equal temperament.
  public let note: Note

  /// The degree, the number of degrees and the nearest note, such as `11/19:E5`.
  public var description: String { PitchTarget.degree(self).description }
}
