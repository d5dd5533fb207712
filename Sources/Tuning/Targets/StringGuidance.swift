// SPDX-License-Identifier: MIT

public import Acoustics

/// The interval to a string, at any distance.
public struct StringGuidance: Hashable, Sendable, CustomStringConvertible {
  // A million semitones, far beyond what can be heard.
  private static let farthest = 1e8

  /// The string.
  public let string: GuitarString
  /// The interval from the string's target to the pitch.
  public let interval: Cents

  /// Makes guidance to a string.
  public init(string: GuitarString, interval: Cents) {
    self.string = string
    self.interval = interval
  }

  /// The note, distance and direction: `E2: 2.8 semitones flat`, or `E2: 12 cents sharp` when
  /// nearer.
  public var description: String { "\(string.spelling): \(distance)" }

  /// The distance and direction without the string: `2.8 semitones flat`.
  public var distance: String {
    let direction = interval.value < 0 ? "flat" : "sharp"
    let cents = interval.magnitude.value.rounded()
    // Beyond it, the distance is no musical one, and a very large number exceeds an integer.
    guard cents < Self.farthest else { return "out of reach" }
    if cents == 0 { return "in place" }
    if cents < 100 { return "\(Int(cents)) \(cents == 1 ? "cent" : "cents") \(direction)" }
    let tenths = Int((interval.magnitude.value / 10).rounded())
    let unit = tenths == 10 ? "semitone" : "semitones"
    return "\(tenths / 10).\(tenths % 10) \(unit) \(direction)"
  }
}

/// A pitch an octave above an open string: its harmonic at the twelfth fret, or the fret itself.
public struct StringHarmonic: Hashable, Sendable {
  /// The string.
  public let string: GuitarString
  /// The interval from the octave of the string's target to the pitch.
  public let cents: Cents
}
