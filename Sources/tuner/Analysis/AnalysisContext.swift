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
  func record(_ note: TrackedNote) -> NoteRecord {
    NoteRecord(
      note: note, sampleRate: sampleRate,
      isHarmonic: note.harmonic(by: settings.classifier) != nil)
  }

  /// The program, as files name what wrote them.
  static let program = "tuner \(Tuner.version)"

  /// What machines need to know about the records of this recording.
  var members: [(key: String, value: Field)] {
    settings.members(name: name, sampleRate: sampleRate)
  }
}

extension AnalysisSettings {
  /// What machines need to know about the records of a stream.
  ///
  /// - Parameters:
  ///   - name: the recording; `nil` for a device.
  ///   - sampleRate: of the stream.
  /// - Returns: keys and values in the order that they are written.
  func members(name: String?, sampleRate: SampleRate) -> [(key: String, value: Field)] {
    [
      ("file", Field(name)),
      ("sample_rate_hz", Field(sampleRate.hertz)),
      ("rate_hz", Field(rate.hertz)),
      ("a4_hz", Field(classifier.reference.a4.value)),
      ("tuning", Field(classifier.selection.id)),
      ("strings", Field(strings)),
      ("temperament", Field(classifier.system.temperament.name)),
      ("capo", Field(target.capo)),
      ("pitch", Field(pitch.rawValue)),
      (
        "engine",
        Field("headstock-\(detector.rawValue) \(Tuner.version)\(isSmoothed ? " smoothed" : "")")
      ),
    ]
  }

  /// The notes of the strings from low to high; `nil` in chromatic mode.
  private var strings: String? {
    classifier.selection.tuning?.strings.map(\.spelling.description).joined(separator: " ")
  }
}
