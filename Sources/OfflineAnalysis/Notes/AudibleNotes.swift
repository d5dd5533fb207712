// SPDX-License-Identifier: MIT

package import Acoustics
package import NoteTracking

/// The limit between played notes and faint ones, which come from strings that vibrate in sympathy,
/// or from the room.
package enum AudibleNotes {
  /// The level of the faintest note that counts, relative to the loudest note of the recording.
  package static let faint = Decibels(-30)

  /// Returns the notes that are not faint relative to the loudest one.
  ///
  /// - Parameter notes: the notes of a recording.
  /// - Returns: the notes in their order.
  package static func among(_ notes: [TrackedNote]) -> [TrackedNote] {
    let loudest = notes.compactMap { $0.onsetLevel }.max()
    return notes.filter { contain($0.onsetLevel, loudest: loudest) }
  }

  /// Returns true for the level of a note that is not faint.
  ///
  /// - Parameters:
  ///   - level: the onset level of the note.
  ///   - loudest: the level of the loudest note of the recording; `nil` if no level is known.
  /// - Returns: true also for a note without a level.
  package static func contain(_ level: Decibels?, loudest: Decibels?) -> Bool {
    guard let level, let loudest else { return true }
    return level.value >= loudest.value + faint.value
  }

  /// Returns the loudest note, the first one of equal notes; `nil` without a note.
  ///
  /// A note without an onset level is fainter than one with a level.
  package static func loudest(of notes: [TrackedNote]) -> TrackedNote? {
    notes.max { left, right in
      (left.onsetLevel?.value ?? -.infinity) < (right.onsetLevel?.value ?? -.infinity)
    }
  }
}
