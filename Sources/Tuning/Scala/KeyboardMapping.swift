// SPDX-License-Identifier: MIT

public import Acoustics

/// Which key sounds which degree of a scale, and at what frequency one of them is.
public struct KeyboardMapping: Hashable, Sendable {
  /// The keys of MIDI.
  static let midiKeys = 0...127

  /// The degree of each key of a pattern from `middleKey` up, `nil` for a silent key; empty for keys
  /// that follow the degrees one after the other.
  public let pattern: [Int?]
  /// The keys that are tuned.
  public let keys: ClosedRange<Int>
  /// The key that the pattern begins at.
  public let middleKey: Int
  /// The key whose frequency is given.
  public let referenceKey: Int
  /// The frequency of that key.
  public let referenceFrequency: Hertz
  /// The degree that the pattern's first key has one pattern higher.
  public let formalOctave: Int

  /// Makes a mapping of values that were checked.
  init(
    pattern: [Int?], keys: ClosedRange<Int>, middleKey: Int, referenceKey: Int,
    referenceFrequency: Hertz, formalOctave: Int
  ) {
    self.pattern = pattern
    self.keys = keys
    self.middleKey = middleKey
    self.referenceKey = referenceKey
    self.referenceFrequency = referenceFrequency
    self.formalOctave = formalOctave
  }

  /// Returns the degree that a key sounds.
  ///
  /// - Parameter key: its MIDI number.
  /// - Returns: any degree, the scale being repeated up and down; `nil` for a silent key.
  public func degree(ofKey key: Int) -> Int? {
    keys.contains(key) ? degree(ofAnyKey: key) : nil
  }

  /// Returns the degree of the key whose frequency is given, be it tuned or not.
  func degree(ofReferenceKey _: Void) -> Int? { degree(ofAnyKey: referenceKey) }

  private func degree(ofAnyKey key: Int) -> Int? {
    let distance = key - middleKey
    guard !pattern.isEmpty else { return distance }
    let inside = (distance % pattern.count + pattern.count) % pattern.count
    return pattern[inside].map { $0 + (distance - inside) / pattern.count * formalOctave }
  }

  /// Whether a key's name says what it sounds: twelve keys to the octave, or twelve degrees in a row.
  func isKeyboard(of scale: ScalaScale) -> Bool {
    (pattern.isEmpty ? scale.count : pattern.count) == PitchLattice.keysPerOctave
  }
}
