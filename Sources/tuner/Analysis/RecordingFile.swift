// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import NoteTracking
import OfflineAnalysis
import SignalProcessing
import Terminal

/// A recording that is heard for its notes alone.
struct RecordingFile {
  /// The path; `-` for standard input.
  let path: String

  /// The recording as messages call it.
  var name: String { path == "-" ? "standard input" : printable(path) }

  /// What was heard of a recording.
  struct Heard {
    /// The notes that are not faint, in their order.
    let notes: [TrackedNote]
    let sampleRate: SampleRate
    /// What is missing at the end; `nil` when nothing is.
    let shortfall: Shortfall?
  }

  /// Returns the notes that are not faint, in their order, and the rate of the recording.
  ///
  /// - Throws: `AudioFileError` and what the pipeline can't hear.
  func notes(by settings: AnalysisSettings, channels: ChannelSelection) throws -> Heard {
    var reader =
      try path == "-"
      ? AudioFileReader.standardInput(channels: channels)
      : AudioFileReader(path: path, channels: channels)
    var notes: [TrackedNote] = []
    try withDenormalsFlushed {
      var analysis = try settings.analysis(at: reader.sampleRate)
      try analysis.run(&reader) { event in
        if case .note(let note) = event { notes.append(note) }
      }
    }
    return Heard(
      notes: AudibleNotes.among(notes), sampleRate: reader.sampleRate, shortfall: reader.shortfall)
  }
}
