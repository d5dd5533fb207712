// SPDX-License-Identifier: MIT

/// What a pitch was matched with.
public enum PitchTarget: Hashable, Sendable, CustomStringConvertible {
  /// A string of the selected tuning.
  case string(GuitarString)
  /// A note, in chromatic mode.
  case note(Note)

  /// The note to reach.
  public var note: Note {
    switch self {
    case .string(let string): string.note
    case .note(let note): note
    }
  }

  /// `6:E2` for a string, `E2` for a note.
  public var description: String {
    switch self {
    case .string(let string): string.description
    case .note(let note): note.description
    }
  }
}
