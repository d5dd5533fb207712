// SPDX-License-Identifier: MIT

package import Acoustics

/// A pitch as a key and a bend of MIDI.
///
/// Keys and bends are relative to A4 at 440 Hz for any reference of the tuner, because synthesisers
/// play A4 at 440 Hz. Messages of a live session and files follow the same rules, so a recorded take
/// and the same take in a file sound alike.
package struct MIDIPitch: Hashable, Sendable {
  // | name           | unit      | source                                                          |
  // | -------------- | --------- | --------------------------------------------------------------- |
  // | bendRange      | semitones | of a full bend: the default of synthesisers                     |
  // | softest        | dB        | relative to full scale: the lowest level that is told apart     |
  // | mediumVelocity | 1         | MIDI 1.0: the velocity of a keyboard that does not measure it   |
  private static let bendRange = 2.0
  private static let softest = Decibels(-60)
  private static let mediumVelocity: UInt8 = 64

  /// The bend of the key itself, in the middle of 14 bits.
  package static let centre = 8192

  /// The position on the keyboard, 69 at 440 Hz; a whole number at a key.
  private let position: Double

  /// Takes a frequency above 0.
  package init(_ frequency: Hertz) {
    position = ReferencePitch.concert.keyboardPosition(of: frequency)
  }

  /// The nearest key, 0 to 127.
  package var nearestKey: UInt8 { UInt8(min(127, max(0, position.rounded()))) }

  /// Returns whether a bend of the key reaches this pitch.
  package func isInReach(of key: Int) -> Bool { abs(position - Double(key)) <= Self.bendRange }

  /// Returns the bend from a key to this pitch, 0 to 16383; at its limit for a pitch out of reach.
  package func bend(from key: UInt8) -> Int {
    let centre = Double(Self.centre)
    let bend = centre * (1 + (position - Double(key)) / Self.bendRange)
    return Int(min(2 * centre - 1, max(0, bend.rounded())))
  }

  /// The controllers and their values that set the range of the bend, before the first note.
  ///
  /// Registered parameter 0 is the range. Parameter 127, 127 ends the change.
  package static var rangeControls: [(controller: UInt8, value: UInt8)] {
    [(101, 0), (100, 0), (6, UInt8(bendRange)), (38, 0), (101, 127), (100, 127)]
  }

  /// Returns the velocity of a level: linear from 1 at −60 dB to 127 at full scale; medium for an
  /// unknown level.
  package static func velocity(of level: Decibels?) -> UInt8 {
    guard let level else { return mediumVelocity }
    return UInt8(min(127, max(1, (127 * (1 - level.value / softest.value)).rounded())))
  }
}
