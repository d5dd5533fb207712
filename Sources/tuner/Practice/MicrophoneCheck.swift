// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile

/// A sound source of the set-up's level check: a microphone or a recording.
protocol MicrophoneCheck {
  /// True if a person has to play.
  var isPlayed: Bool { get }

  /// Listens, and reports the level about every twentieth of a second.
  ///
  /// - Parameter report: receives the RMS level; `nil` for digital silence.
  /// - Returns: the remark on a recording; `nil` for none, and for a device.
  /// - Throws: the reason why the source can't be heard.
  func listen(_ report: (Decibels?) throws -> Void) throws -> RecordingRemark?
}
