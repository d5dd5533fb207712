// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import NoteTracking
import SignalProcessing
import Terminal

/// A recording that is heard for its notes alone.
struct RecordingFile {
  /// Notes this far below the loudest one are other strings ringing along, or the room.
  static let faint = Decibels(-30)

  /// The path; `-` for standard input.
  let path: String

  /// The recording as messages call it.
  var name: String { path == "-" ? "standard input" : printable(path) }

  /// Returns the notes that are not faint, in their order, and the rate of the recording.
  ///
  /// - Throws: `AudioFileError` and what the pipeline can't hear.
  func notes(
    by settings: AnalysisSettings, channels: ChannelSelection
  ) throws -> (notes: [TrackedNote], sampleRate: SampleRate) {
    var reader =
      try path == "-"
      ? AudioFileReader.standardInput(channels: channels)
      : AudioFileReader(path: path, channels: channels)
    var notes: [TrackedNote] = []
    _ = try withDenormalsFlushed {
      try Hearing(settings: settings).run(&reader) { event in
        if case .note(let note) = event { notes.append(note) }
      }
    }
    if let shortfall = reader.shortfall { StandardError.write("tuner: \(name): \(shortfall)\n") }
    return (Self.audible(notes), reader.sampleRate)
  }

  /// Returns the notes that are not faint beside the loudest.
  static func audible(_ notes: [TrackedNote]) -> [TrackedNote] {
    let loudest = notes.compactMap(\.onsetLevel).max()
    return notes.filter { note in
      guard let level = note.onsetLevel, let loudest else { return true }
      return level.value >= loudest.value + faint.value
    }
  }
}
