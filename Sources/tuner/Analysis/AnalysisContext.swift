// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import PitchDetection
import Tuning

/// What every record of one recording stands in: the recording's name and rate, and the settings.
struct AnalysisContext {
  let settings: AnalysisSettings
  let content: OutputContent
  let format: AnalysisFormat
  let name: String
  let sampleRate: SampleRate

  /// Returns one update as machines read it.
  func record(_ result: PitchResult, _ state: TuningState) -> FrameRecord {
    FrameRecord(result: result, state: state, sampleRate: sampleRate)
  }

  /// Returns one note as machines read it.
  func record(_ note: TrackedNote) -> NoteRecord { NoteRecord(note: note, sampleRate: sampleRate) }

  /// The program, as files name what wrote them.
  static let program = "tuner \(Tuner.version)"

  /// What machines need to know about the records of this recording.
  var members: [(key: String, value: Field)] {
    Self.members(of: settings, name: name, sampleRate: sampleRate)
  }

  /// What machines need to know about the records of a recording, or of a device that has no name.
  static func members(
    of settings: AnalysisSettings, name: String?, sampleRate: SampleRate
  ) -> [(key: String, value: Field)] {
    let classifier = settings.classifier
    // The notes of the strings from low to high; none in chromatic mode.
    let strings = classifier.selection.tuning?.strings.map(\.spelling.description)
    return [
      ("file", Field(name)),
      ("sample_rate_hz", Field(sampleRate.hertz)),
      ("rate_hz", Field(settings.rate.hertz)),
      ("a4_hz", Field(classifier.reference.a4.value)),
      ("tuning", Field(classifier.selection.id)),
      ("strings", Field(strings?.joined(separator: " "))),
      ("temperament", Field(classifier.system.temperament.name)),
      ("capo", Field(settings.target.capo)),
      ("pitch", Field(settings.pitch.rawValue)),
      ("engine", Field("headstock-\(settings.detector.rawValue) \(Tuner.version)")),
    ]
  }
}
