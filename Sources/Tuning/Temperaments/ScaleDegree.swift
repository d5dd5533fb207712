// SPDX-License-Identifier: MIT

/// A pitch of a scale whose degrees are not the keys of a keyboard.
public struct ScaleDegree: Hashable, Sendable, CustomStringConvertible {
  /// The degree within its octave, from 0.
  public let number: Int
  /// How many degrees an octave has.
  public let count: Int
  /// The octave, or other period, counted from the one that begins at the scale's origin.
  public let octave: Int
  /// The key of equal temperament that is nearest to it.
  public let note: Note

  /// Makes a degree.
  ///
  /// - Parameters:
  ///   - number: the degree within its octave, from 0.
  ///   - count: how many degrees an octave has.
  ///   - octave: the octave, 0 being the one that begins at the scale's origin.
  ///   - note: the key of equal temperament that is nearest to it.
  public init(number: Int, count: Int, octave: Int, note: Note) {
    self.number = number
    self.count = count
    self.octave = octave
    self.note = note
  }

  /// Degree, number of degrees and the nearest note, such as `11/19:E5`.
  public var description: String { "\(number)/\(count):\(note)" }
}
