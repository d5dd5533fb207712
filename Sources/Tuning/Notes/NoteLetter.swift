// SPDX-License-Identifier: MIT

/// One of the seven letters of note names, in the order of the scale from C.
public enum NoteLetter: Int, CaseIterable, Hashable, Sendable {
  case c, d, e, f, g, a, b

  /// The distance of the natural note above C, in semitones.
  public var semitonesAboveC: Int {
    switch self {
    case .c: 0
    case .d: 2
    case .e: 4
    case .f: 5
    case .g: 7
    case .a: 9
    case .b: 11
    }
  }

  /// The index of the natural note in the chain of fifths F C G D A E B, counted from A.
  var fifthsAboveA: Int {
    switch self {
    case .f: -4
    case .c: -3
    case .g: -2
    case .d: -1
    case .a: 0
    case .e: 1
    case .b: 2
    }
  }
}

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
