// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// One string of the selected tuning on a screen.
public struct TargetStringIndicator: Hashable, Sendable {
  /// The string with its note behind the capo.
  public let string: GuitarString
  /// The target frequency; `nil` where the temperament has no pitch for its note.
  public let frequency: Hertz?
  /// True where the last result matched this string.
  public let isMatched: Bool
  /// True where the string has been in tune since listening started.
  public let isDone: Bool

  /// The target note with its octave.
  public var note: SpelledNote { string.spelling }
}
