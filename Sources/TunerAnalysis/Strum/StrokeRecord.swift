// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
import PitchDetection
import Tuning

/// The record of one string of one stroke: the columns of csv and the keys of ndjson, in their
/// order.
struct StrokeRecord {
  static let schema = "tuner.strokes/1"

  /// The number of the stroke in its recording, from 1.
  var number: Int
  var stroke: Stroke
  var sampleRate: SampleRate
  var target: StrumTarget
  var reading: StringReading
  var tolerance: TuningTolerance
}

extension StrokeRecord: Record {
  static let keys = [
    "stroke", "start_s", "end_s", "string", "note", "target_hz", "state", "frequency_hz", "cents",
    "confidence", "sigma_cents", "inharmonicity", "verdict",
  ]

  var fields: [Field] {
    [
      Field(number),
      Field(stroke.start.seconds(at: sampleRate)),
      Field(stroke.end.seconds(at: sampleRate)),
      Field(target.string.position),
      Field(target.string.spelling.description),
      Field(target.tuned.frequency.value),
      Field(reading.state.name),
    ] + reading.figures
      + [Field(reading.inharmonicity), Field(CheckedString.Verdict(reading, tolerance).rawValue)]
  }
}
