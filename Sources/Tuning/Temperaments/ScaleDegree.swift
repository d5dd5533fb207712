// SPDX-License-Identifier: MIT

/// A pitch of a scale whose degrees do not belong to keys of a keyboard.
public struct ScaleDegree: Hashable, Sendable, CustomStringConvertible {
  /// The degree within its octave, from 0.
  public let number: Int
  /// The number of degrees in an octave.
  public let count: Int
  /// The octave, or other period, counted from the one at the scale's origin.
  public let octave: Int
  /// The nearest key of equal temperament.
  public let note: Note

  /// The degree, the number of degrees and the nearest note, such as `11/19:E5`.
  public var description: String { "\(number)/\(count):\(note)" }
}
