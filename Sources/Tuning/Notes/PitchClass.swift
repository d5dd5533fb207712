// SPDX-License-Identifier: MIT

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
