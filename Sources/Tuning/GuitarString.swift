// SPDX-License-Identifier: MIT

/// One string of a tuning.
public struct GuitarString: Hashable, Sendable, CustomStringConvertible {
  /// The player's number: 1 is the highest string of a guitar, and the first in any tuning.
  public let position: Int
  /// What the open string sounds.
  public let note: Note

  /// Makes a string.
  ///
  /// - Precondition: `position` is 1 or more.
  public init(position: Int, note: Note) {
    precondition(position >= 1, "Strings are counted from 1.")
    self.position = position
    self.note = note
  }

  /// Number and note, such as `6:E2`.
  public var description: String { "\(position):\(note)" }
}
