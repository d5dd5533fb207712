// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import AudioInput
import FileStore
import NoteTracking
import OfflineAnalysis
import SignalProcessing
import Terminal

/// A recording, or a part of it, whose notes or strokes are analysed without any output.
struct RecordingFile {
  private let identity: RecordingIdentity

  /// Names a recording or a part of it; the path is `-` for standard input.
  init(_ identity: RecordingIdentity) { self.identity = identity }

  /// Names a whole recording by its path; `-` for standard input.
  init(path: String) { self.init(RecordingIdentity(path: path)) }

  /// The name of the recording in messages.
  var name: String { printable(FilePath.inputName(identity.path)) }

  /// The notes of a recording.
  struct Notes {
    /// The notes that are not faint, in their order.
    let audible: [TrackedNote]
    /// The rate of the recording.
    let sampleRate: SampleRate
    /// The warnings about the recording, without its name.
    let warnings: [String]
  }

  /// Analyses the recording.
  ///
  /// - Parameters:
  ///   - settings: the settings of the analysis.
  ///   - channels: the channels that are mixed.
  /// - Returns: the notes, with chords marked as in `tuner analyze`; the rate; and the warnings.
  /// - Throws: the errors of ``PartReader``, and `PitchDetectionError` for a rate that is not
  ///   supported.
  func notes(by settings: AnalysisSettings, channels: ChannelSelection) throws -> Notes {
    var reader = try PartReader(identity, channels: channels)
    var notes: [TrackedNote] = []
    var summary = RecordingSummary()
    try withDenormalsFlushed {
      var analysis = try settings.analysis(
        at: reader.sampleRate, reportingResults: false, detectingSecondString: true)
      try analysis.run(&reader) { event in
        if case .note(let note) = event { notes.append(note) }
      }
      summary = analysis.summary
    }
    return Notes(
      audible: AudibleNotes.among(notes), sampleRate: reader.sampleRate,
      warnings: RecordingWarnings.all(reader.remark, summary))
  }

  /// The strokes of a recording.
  struct Strokes {
    /// The strokes in their order.
    let strokes: [Stroke]
    /// The rate of the recording.
    let sampleRate: SampleRate
    /// The warnings about the recording, without its name.
    let warnings: [String]
  }

  /// Analyses the strokes of the recording.
  ///
  /// - Parameters:
  ///   - strum: the strings.
  ///   - settings: the settings of the analysis.
  ///   - channels: the channels that are mixed.
  /// - Returns: the strokes, the rate, and the warnings.
  /// - Throws: the errors of ``PartReader``, and `StrumError` for a rate that is not supported.
  func strokes(
    of strum: StrumTargets, by settings: AnalysisSettings, channels: ChannelSelection
  ) throws -> Strokes {
    var reader = try PartReader(identity, channels: channels)
    var strokes: [Stroke] = []
    var summary = RecordingSummary()
    try withDenormalsFlushed {
      var analysis = try StrumAnalysis(
        strum.configuration(at: reader.sampleRate), updateRate: settings.rate,
        clock: settings.clock)
      try analysis.run(&reader) { event in
        if case .stroke(let stroke) = event { strokes.append(stroke) }
      }
      summary = analysis.summary
    }
    return Strokes(
      strokes: strokes, sampleRate: reader.sampleRate,
      warnings: RecordingWarnings.all(reader.remark, summary))
  }
}
