// SPDX-License-Identifier: MIT

import Acoustics
import NoteTracking
import Tuning

/// One note of a recording with its verdict.
struct CheckedNote {
  /// The verdicts of a check.
  enum Verdict: String {
    /// The note is within the tolerance of its target.
    case inTune
    /// The note is near its target but outside the tolerance.
    case out
    /// Several strings sound at once, so there is no single pitch to check.
    case chord
    /// The note is near no string of the tuning.
    case noString
    /// The recording contains no note.
    case noNote
  }

  let file: String
  let note: TrackedNote?
  let sampleRate: SampleRate?
  let tolerance: TuningTolerance
  /// The frequency in tune of the note's target; `nil` without one.
  let target: Hertz?

  var verdict: Verdict {
    guard let note else { return .noNote }
    guard !note.isPolyphonic else { return .chord }
    guard let cents = note.cents else { return .noString }
    return tolerance.contains(cents) ? .inTune : .out
  }
}

extension CheckedNote: CheckedResult {
  static let schema = "tuner.check/1"
  static let keys = [
    "file", "verdict", "start_s", "frequency_hz", "note", "target", "cents", "sigma_cents",
    "tolerance_cents", "target_hz",
  ]

  var fields: [Field] {
    let pitched = note.flatMap { $0.isPolyphonic ? nil : $0 }
    return [
      Field(file),
      Field(verdict.rawValue),
      Field(sampleRate.flatMap { rate in note?.start.seconds(at: rate) }),
      Field(pitched?.frequency.value),
      Field(pitched?.note.description),
      Field(pitched?.target?.description),
      Field(pitched?.cents?.value),
      Field(pitched?.sigma?.value),
      Field(tolerance.inTune.value),
      Field(pitched == nil ? nil : target?.value),
    ]
  }

  var isInTune: Bool? { verdict == .inTune }

  func line(_ text: CheckText) -> String { text.line(self) }
}
