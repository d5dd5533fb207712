// SPDX-License-Identifier: MIT

/// A sign that raises or lowers a letter by semitones.
public enum Accidental: Int, CaseIterable, Hashable, Sendable {
  case doubleFlat = -2
  case flat = -1
  case natural = 0
  case sharp = 1
  case doubleSharp = 2

  /// The sign after an English letter, in ASCII: `bb`, `b`, nothing, `#` or `##`.
  var sign: StaticString {
    switch self {
    case .doubleFlat: "bb"
    case .flat: "b"
    case .natural: ""
    case .sharp: "#"
    case .doubleSharp: "##"
    }
  }
}
