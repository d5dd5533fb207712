// SPDX-License-Identifier: MIT

public import Acoustics

/// A mapping of keys to the degrees of a scale, and the frequency of one key.
public struct KeyboardMapping: Hashable, Sendable {
  /// The keys of MIDI.
  static let midiKeys = 0...127

  /// The degree of each key of a pattern from `middleKey` up, `nil` for a silent key; empty where
  /// keys and degrees ascend together.
  public let pattern: [Int?]
  /// The keys that are tuned.
  public let keys: ClosedRange<Int>
  /// The first key of the pattern.
  public let middleKey: Int
  /// The key with the given frequency.
  public let referenceKey: Int
  /// The frequency of that key.
  public let referenceFrequency: Hertz
  /// The degree of the pattern's first key one pattern higher.
  public let formalOctave: Int

  /// Makes a mapping from checked values.
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

  /// Returns the degree of a key.
  ///
  /// - Parameter key: its MIDI number.
  /// - Returns: any degree, because the scale repeats up and down; `nil` for a silent key.
  public func degree(ofKey key: Int) -> Int? {
    keys.contains(key) ? degree(ofAnyKey: key) : nil
  }

  /// Returns the degree of the key with the given frequency, even where that key is not tuned.
  func degree(ofReferenceKey _: Void) -> Int? { degree(ofAnyKey: referenceKey) }

  private func degree(ofAnyKey key: Int) -> Int? {
    let distance = key - middleKey
    guard !pattern.isEmpty else { return distance }
    let inside = (distance % pattern.count + pattern.count) % pattern.count
    return pattern[inside].map { $0 + (distance - inside) / pattern.count * formalOctave }
  }

  /// True where a key's name describes its pitch: twelve keys to the octave, or twelve degrees in a
  /// row.
  func isKeyboard(of scale: ScalaScale) -> Bool {
    (pattern.isEmpty ? scale.count : pattern.count) == PitchLattice.keysPerOctave
  }
}
