// SPDX-License-Identifier: MIT

public import Acoustics

/// One string of a tuning.
///
/// What it sounds is written once, as a note; its frequency follows from reference and temperament.
public struct GuitarString: Hashable, Sendable, CustomStringConvertible {
  /// The sweetening that can be asked for.
  public static let supportedOffsets = Cents(-100)...Cents(100)

  /// The player's number: 1 is the highest string of a guitar, and the first in any tuning.
  public let position: Int
  /// The pair, or single string, that it belongs to, counted like positions.
  public let course: Int
  /// What the open string sounds, as it is written.
  public let spelling: SpelledNote
  /// How far the string is meant to lie above its note: sweetening and stretch together.
  public let offset: Cents

  /// Makes a string.
  ///
  /// - Parameters:
  ///   - position: the player's number.
  ///   - spelling: what the open string sounds.
  ///   - course: the course it belongs to; `nil` for one of its own.
  ///   - offset: how far it is meant to lie above its note.
  /// - Precondition: `position` is 1 or more.
  public init(
    position: Int, spelling: SpelledNote, course: Int? = nil, offset: Cents = Cents(0)
  ) {
    precondition(position >= 1, "Strings are counted from 1.")
    self.position = position
    self.course = course ?? position
    self.spelling = spelling
    self.offset = offset
  }

  /// Makes a single string without sweetening, spelled with a sharp on a black key.
  ///
  /// - Parameters:
  ///   - position: the player's number.
  ///   - note: what the open string sounds.
  /// - Precondition: `position` is 1 or more.
  public init(position: Int, note: Note) {
    self.init(position: position, spelling: SpelledNote(note))
  }

  /// The key of the keyboard that the open string sounds.
  public var note: Note { spelling.note }

  /// Number and note, such as `6:E2`.
  public var description: String { "\(position):\(spelling)" }

  /// Returns the same string with another sweetening.
  ///
  /// - Parameter offset: how far it is meant to lie above its note.
  /// - Returns: the string.
  public func sweetened(by offset: Cents) -> GuitarString {
    GuitarString(position: position, spelling: spelling, course: course, offset: offset)
  }
}
