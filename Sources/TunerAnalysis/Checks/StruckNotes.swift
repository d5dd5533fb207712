// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking

/// The rule that separates struck notes from the vibration of a string that was not struck.
///
/// A note that is much softer than another note of the same string was not struck: a hand or
/// another string made the string vibrate. Such a note does not show the tuning.
enum StruckNotes {
  /// The level of the softest note that counts as struck, relative to the loudest note of its
  /// string.
  ///
  /// The distance exceeds the range of levels in one recording of a player or sample library. It is
  /// less than the level difference between a plucked string and one that vibrates in sympathy.
  private static let softest = Decibels(-18)

  /// Returns true if a note is one of the struck ones.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - loudest: the level of the loudest note of the same string; `nil` if no level is known.
  /// - Returns: true also for a note without a level.
  static func contain(_ note: TrackedNote, loudest: Decibels?) -> Bool {
    guard let level = note.onsetLevel, let loudest else { return true }
    return level.value >= loudest.value + softest.value
  }
}
