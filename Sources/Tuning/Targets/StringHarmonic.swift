// SPDX-License-Identifier: MIT

public import Acoustics

/// A pitch an octave above an open string: its harmonic at the twelfth fret, or the fret itself.
public struct StringHarmonic: Hashable, Sendable {
  /// The string that sounds it.
  public let string: GuitarString
  /// How far the pitch lies above the octave of the string's target.
  public let cents: Cents

  /// Makes a harmonic.
  ///
  /// - Parameters:
  ///   - string: the string that sounds it.
  ///   - cents: how far the pitch lies above the octave of the string's target.
  public init(string: GuitarString, cents: Cents) {
    self.string = string
    self.cents = cents
  }
}
