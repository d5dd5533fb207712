// SPDX-License-Identifier: MIT

import Acoustics
package import AudioInput
import FileFormats
import NoteTracking
import OfflineAnalysis
import Terminal
import Tuning

/// A pitch that was played, or given in hertz.
package struct SoundedPitch {
  /// The steady pitch.
  let frequency: Hertz
  /// Its standard error; `nil` for a pitch that was given.
  let sigma: Cents?

  /// Makes a pitch.
  init(frequency: Hertz, sigma: Cents?) {
    self.frequency = frequency
    self.sigma = sigma
  }

  /// Reads a frequency in hertz, or the loudest note of a recording.
  ///
  /// - Parameters:
  ///   - argument: a number in hertz, or the path of a recording; `-` for standard input.
  ///   - channels: the channels of a recording that are mixed.
  ///   - report: receives the warnings about the recording, also if it contains no note.
  /// - Throws: `SoundedPitchError` for a frequency that no string has, `FileFailure` for a
  ///   recording that can't be read or contains no note, and `SettingError`.
  package init(
    argument: String, channels: ChannelSelection = .mix, reporting report: (String) -> Void
  ) throws {
    if let number = decimalNumber(argument) {
      let range = 10.0...20_000
      guard range.contains(number) else {
        throw SoundedPitchError(argument: argument)
      }
      frequency = Hertz(number)
      sigma = nil
      return
    }
    // Only the interval of the two notes matters, so the analysis does not read the settings of
    // targets. The command has no options that would correct them.
    let settings = try SettingSources(flags: [:]).chromatic
      .withDefaults(of: .a4, .temperament, .keyboardMap).validated()
    let recording = RecordingFile(path: argument)
    let notes: [TrackedNote]
    do {
      let heard = try recording.notes(by: settings, channels: channels)
      for warning in heard.warnings { report("\(recording.name): \(warning)") }
      notes = heard.audible
    } catch {
      throw FileFailure(file: recording.name, reason: "\(error)")
    }
    guard let loudest = AudibleNotes.loudest(of: notes) else {
      throw FileFailure(
        file: recording.name,
        reason: "no note was heard. Record it louder, or longer than a second.")
    }
    guard !loudest.isPolyphonic else {
      throw FileFailure(
        file: recording.name,
        reason: "several strings sound at once. Record one string alone.")
    }
    frequency = loudest.frequency
    sigma = loudest.sigma
  }
}

/// The error for a frequency that no string has.
package struct SoundedPitchError: UsageError, Hashable {
  /// The number, as the user wrote it.
  package let argument: String

  /// The fault and the possible values.
  package var description: String {
    "\(argument) Hz is no string. Give 10 to 20000 Hz, or a recording."
  }
}
