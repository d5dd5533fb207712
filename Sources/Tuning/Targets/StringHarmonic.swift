// SPDX-License-Identifier: MIT

public import Acoustics

/// A pitch an octave above an open string: its harmonic at the twelfth fret, or the fret itself.
public struct StringHarmonic: Hashable, Sendable {
  /// The string.
  public let string: GuitarString
  /// The interval from the octave of the string's target to the pitch.
  public let cents: Cents

  /// Makes a harmonic.
  ///
  /// - Parameters:
  ///   - string: the string.
  ///   - cents: the interval from the octave of the string's target to the pitch.
  public init(string: GuitarString, cents: Cents) {
    self.string = string
    self.cents = cents
  }
}
