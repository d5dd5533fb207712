// SPDX-License-Identifier: MIT

public import Acoustics

/// A movement of a note's pitch while the note sounds.
public struct NoteGlide: Hashable, Sendable {
  /// The cause of the movement.
  public enum Kind: String, Hashable, Sendable {
    /// The string is pulled across the fret, and perhaps let back.
    case bend
    /// The finger moves along the string.
    case slide
  }

  /// The cause.
  ///
  /// A bend only raises the pitch, by about two tones at most.
  public var kind: Kind
  /// The interval from the first pitch to the one furthest from it.
  public var interval: Cents

  /// Makes a glide.
  ///
  /// - Parameters:
  ///   - kind: the cause of the movement.
  ///   - interval: from the pitch at the start to the one furthest from it, signed.
  public init(kind: Kind, interval: Cents) {
    self.kind = kind
    self.interval = interval
  }
}
