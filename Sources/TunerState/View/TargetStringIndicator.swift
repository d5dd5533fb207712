// SPDX-License-Identifier: MIT

public import Acoustics
public import Tuning

/// One string of the selected tuning, as a screen shows it.
public struct TargetStringIndicator: Hashable, Sendable {
  /// The string, as it sounds behind the capo.
  public let string: GuitarString
  /// Where it is to be; `nil` where the temperament has no pitch for its note.
  public let frequency: Hertz?
  /// Whether the last result was matched with it.
  public let isMatched: Bool
  /// Whether it has been in tune since listening started.
  public let isDone: Bool

  /// The note to reach, with its octave.
  public var note: SpelledNote { string.spelling }
}
