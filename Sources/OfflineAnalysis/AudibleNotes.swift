// SPDX-License-Identifier: MIT

package import Acoustics
package import NoteTracking

/// The limit between played notes and faint ones, which are other strings that rang along or the
/// room.
package enum AudibleNotes {
  /// The level of the faintest note that counts, relative to the loudest note of the recording.
  package static let faint = Decibels(-30)

  /// Returns the notes that are not faint beside the loudest one.
  ///
  /// - Parameter notes: the notes of a recording. A note without an onset level is never faint.
  /// - Returns: the notes in their order.
  package static func among(_ notes: [TrackedNote]) -> [TrackedNote] {
    let loudest = notes.compactMap(\.onsetLevel).max()
    return notes.filter { note in
      guard let level = note.onsetLevel, let loudest else { return true }
      return level.value >= loudest.value + faint.value
    }
  }
}
