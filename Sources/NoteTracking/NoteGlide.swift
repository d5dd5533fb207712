// SPDX-License-Identifier: MIT

public import Acoustics

/// How a note's pitch moves while it sounds.
public struct NoteGlide: Hashable, Sendable {
  /// What moves it.
  public enum Kind: String, Hashable, Sendable {
    /// The string is pulled across the fret, and perhaps let back.
    case bend
    /// The finger moves along the string.
    case slide
  }

  /// What moves it: a string can only be bent up, and by no more than about two tones.
  public var kind: Kind
  /// From the pitch at the start to the one furthest from it.
  public var interval: Cents

  /// Makes a glide.
  ///
  /// - Parameters:
  ///   - kind: what moves the pitch.
  ///   - interval: from the pitch at the start to the one furthest from it, signed.
  public init(kind: Kind, interval: Cents) {
    self.kind = kind
    self.interval = interval
  }
}
