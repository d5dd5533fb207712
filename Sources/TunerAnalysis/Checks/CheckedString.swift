// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
import PitchDetection
import Tuning

/// One string of one stroke with its verdict.
struct CheckedString {
  /// The verdicts of a check.
  enum Verdict: String {
    /// The string is within the tolerance of its target.
    case inTune
    /// The string is outside the tolerance.
    case out
    /// The string sounds, but its standard deviation leaves open whether it is in tune.
    case uncertain
    /// The sound may come from another source.
    case unclear
    /// The string does not sound in this stroke.
    case silent
    /// The recording contains no stroke in which a string was heard.
    case noStroke

    /// Names the verdict on a string of a stroke.
    init(_ reading: StringReading, _ tolerance: TuningTolerance) {
      self =
        switch StringVerdict(reading, tolerance) {
        case .silent: .silent
        case .unclear: .unclear
        case .uncertain: .uncertain
        case .inTune: .inTune
        case .out: .out
        }
    }
  }

  /// The string of a stroke.
  struct Played {
    /// The number of the stroke, from 1.
    let number: Int
    let stroke: Stroke
    let target: StrumTarget
    let reading: StringReading
    let sampleRate: SampleRate
  }

  let file: String
  /// The string; `nil` if no string of the recording was heard.
  let played: Played?
  let tolerance: TuningTolerance

  /// Returns the strings of all strokes of a recording.
  ///
  /// A stroke whose strings take turns may have none that sounds for long enough. If no string of
  /// the recording was heard, nothing was checked, so the recording counts as one without a stroke.
  ///
  /// - Parameters:
  ///   - heard: the strokes.
  ///   - targets: the strings of a stroke.
  ///   - file: the name of the recording.
  ///   - tolerance: the tolerance of every string.
  /// - Returns: a result for each string of each stroke; one result if no string was heard.
  static func all(
    in heard: RecordingFile.Strokes, targets: [StrumTarget], file: String,
    tolerance: TuningTolerance
  ) -> [CheckedString] {
    let results = heard.strokes.enumerated().flatMap { index, stroke in
      zip(targets, stroke.readings).map { target, reading in
        CheckedString(
          file: file,
          played: Played(
            number: index + 1, stroke: stroke, target: target, reading: reading,
            sampleRate: heard.sampleRate), tolerance: tolerance)
      }
    }
    let isHeard = results.contains { $0.verdict != .silent }
    return isHeard ? results : [CheckedString(file: file, played: nil, tolerance: tolerance)]
  }

  var verdict: Verdict {
    played.map { Verdict($0.reading, tolerance) } ?? .noStroke
  }
}

extension CheckedString: CheckedResult {
  static let schema = "tuner.check-strum/1"
  static let keys = [
    "file", "verdict", "stroke", "start_s", "string", "note", "target_hz", "frequency_hz", "cents",
    "sigma_cents", "tolerance_cents",
  ]

  var fields: [Field] {
    let string = played?.target.string
    let sounding = played.flatMap { $0.reading.state == .sounding ? $0.reading : nil }
    return [
      Field(file),
      Field(verdict.rawValue),
      Field(played?.number),
      Field(played.map { $0.stroke.start.seconds(at: $0.sampleRate) }),
      Field(string?.position),
      Field(string?.spelling.description),
      Field(played?.target.tuned.frequency.value),
      Field(sounding?.frequency?.value),
      Field(sounding?.deviation?.value),
      Field(sounding?.sigma?.value),
      Field(tolerance.inTune.value),
    ]
  }

  var isInTune: Bool? {
    guard let reading = played?.reading else { return false }
    return StringVerdict(reading, tolerance).isInTune
  }

  func line(_ text: CheckText) -> String { text.line(self) }
}
