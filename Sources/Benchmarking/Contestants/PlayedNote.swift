// SPDX-License-Identifier: MIT

public import Acoustics

/// A note in a contestant's transcription.
public struct PlayedNote: Hashable, Sendable {
  /// The onset in seconds since the start of the sound.
  public let onset: Double
  /// The offset in seconds.
  public let offset: Double
  /// Its steady pitch.
  public let pitch: Hertz

  /// Makes a note.
  public init(onset: Double, offset: Double, pitch: Hertz) {
    self.onset = onset
    self.offset = offset
    self.pitch = pitch
  }
}
