// SPDX-License-Identifier: MIT

package import Acoustics

/// A note in a contestant's transcription.
package struct PlayedNote: Hashable, Sendable {
  /// The onset in seconds since the start of the sound.
  package let onset: Double
  /// The offset in seconds.
  package let offset: Double
  /// Its steady pitch.
  package let pitch: Hertz

  /// Makes a note.
  package init(onset: Double, offset: Double, pitch: Hertz) {
    self.onset = onset
    self.offset = offset
    self.pitch = pitch
  }
}
