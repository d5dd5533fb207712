// SPDX-License-Identifier: MIT

/// A key of the equal-tempered keyboard, numbered as in MIDI: 60 is C4, 69 is A4.
public struct Note: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The MIDI number; below 0 and above 127 are notes too.
  public let midi: Int

  /// Makes the note with a MIDI number.
  public init(midi: Int) { self.midi = midi }

  /// Makes a note from its name and octave; the octave changes at C.
  public init(_ pitchClass: PitchClass, octave: Int) {
    midi = 12 * (octave + 1) + pitchClass.rawValue
  }

  /// The note's name within the octave.
  public var pitchClass: PitchClass { PitchClass.allCases[((midi % 12) + 12) % 12] }

  /// The octave in scientific notation: middle C begins octave 4.
  public var octave: Int { Int((Double(midi) / 12).rounded(.down)) - 1 }

  /// The name and octave, such as `E2` or `F#3`.
  public var description: String { "\(pitchClass.name)\(octave)" }

  /// Compares two notes by pitch.
  public static func < (left: Note, right: Note) -> Bool { left.midi < right.midi }
}

/// One of the twelve notes of the octave, spelled with sharps.
public enum PitchClass: Int, CaseIterable, Hashable, Sendable {
  case c, cSharp, d, dSharp, e, f, fSharp, g, gSharp, a, aSharp, b

  /// The English name, with `#` for a sharp.
  public var name: StaticString {
    switch self {
    case .c: "C"
    case .cSharp: "C#"
    case .d: "D"
    case .dSharp: "D#"
    case .e: "E"
    case .f: "F"
    case .fSharp: "F#"
    case .g: "G"
    case .gSharp: "G#"
    case .a: "A"
    case .aSharp: "A#"
    case .b: "B"
    }
  }
}
