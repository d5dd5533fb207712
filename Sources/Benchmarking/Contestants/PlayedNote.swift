// SPDX-License-Identifier: MIT

public import Acoustics

/// A note as a contestant heard it.
public struct PlayedNote: Hashable, Sendable {
  /// When it begins, in seconds since the start of the sound.
  public let onset: Double
  /// When it ends, in seconds.
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
