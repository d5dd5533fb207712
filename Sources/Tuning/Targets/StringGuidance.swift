// SPDX-License-Identifier: MIT

public import Acoustics

/// The way to a string, however far.
public struct StringGuidance: Hashable, Sendable, CustomStringConvertible {
  /// The string that is meant.
  public let string: GuitarString
  /// How far the pitch lies above it.
  public let interval: Cents

  /// Makes a way to a string.
  ///
  /// - Parameters:
  ///   - string: the string that is meant.
  ///   - interval: how far the pitch lies above it.
  public init(string: GuitarString, interval: Cents) {
    self.string = string
    self.interval = interval
  }

  /// Note, distance and direction: `E2: 2.8 semitones flat`, or `E2: 12 cents sharp` when nearer.
  public var description: String { "\(string.spelling): \(distance)" }

  /// Distance and direction without the string: `2.8 semitones flat`.
  public var distance: String {
    let direction = interval.value < 0 ? "flat" : "sharp"
    let cents = interval.magnitude.value.rounded()
    guard cents.isFinite else { return "out of reach" }
    if cents == 0 { return "in place" }
    if cents < 100 { return "\(Int(cents)) \(cents == 1 ? "cent" : "cents") \(direction)" }
    let tenths = Int((interval.magnitude.value / 10).rounded())
    let unit = tenths == 10 ? "semitone" : "semitones"
    return "\(tenths / 10).\(tenths % 10) \(unit) \(direction)"
  }
}
