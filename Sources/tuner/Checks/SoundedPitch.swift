// SPDX-License-Identifier: MIT

import Acoustics
import ArgumentParser
import AudioInput
import NoteTracking
import Terminal
import Tuning

/// A pitch that was played, or said in hertz.
struct SoundedPitch {
  /// The steady pitch.
  let frequency: Hertz
  /// Its standard error; `nil` of a number.
  let sigma: Cents?

  /// Takes a number as hertz, and anything else as a recording, of which the loudest note counts.
  ///
  /// - Throws: `ValidationError` for hertz that no string sounds, `UnheardNote`, and what a recording's
  ///   reader throws.
  init(argument: String) throws {
    if let number = Double(argument) {
      let range = 10.0...20_000
      guard range.contains(number) else {
        throw ValidationError("\(argument) Hz is no string. Give 10 to 20000 Hz, or a recording.")
      }
      frequency = Hertz(number)
      sigma = nil
      return
    }
    // Chromatic whatever the settings say: the octave alone counts.
    let settings = try SettingSources(flags: [.tuning: TargetSelection.chromatic.id]).validated()
    let recording = RecordingFile(path: argument)
    let notes: [TrackedNote]
    do {
      let heard = try recording.notes(by: settings, channels: .mix)
      if let shortfall = heard.shortfall {
        StandardError.write("tuner: \(recording.name): \(shortfall)\n")
      }
      notes = heard.notes
    } catch {
      throw UnheardNote(file: recording.name, reason: "\(error)")
    }
    let loudest = notes.max { left, right in
      (left.onsetLevel?.value ?? -.infinity) < (right.onsetLevel?.value ?? -.infinity)
    }
    guard let loudest else {
      throw UnheardNote(
        file: recording.name,
        reason: "no note was heard. Record it louder, or longer than a second.")
    }
    frequency = loudest.frequency
    sigma = loudest.sigma
  }
}

/// Why a recording gives no pitch.
struct UnheardNote: Error, CustomStringConvertible {
  let file: String
  let reason: String

  var description: String { "\(file): \(reason)" }
}
