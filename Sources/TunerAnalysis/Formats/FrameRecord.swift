// SPDX-License-Identifier: MIT

import Acoustics
import Tuning

/// The record of one update: the columns of csv and the keys of ndjson, in their order.
struct FrameRecord {
  static let schema = "tuner.frames/1"

  var result: PitchResult
  var state: TuningState
  var sampleRate: SampleRate
}

extension FrameRecord: Record {
  static let keys = [
    "time_s", "frequency_hz", "confidence", "sigma_cents", "note", "octave", "midi", "cents",
    "target", "state", "level_dbfs", "inharmonicity",
  ]

  var fields: [Field] {
    let estimate = result.estimate
    return [
      Field(result.timestamp.seconds(at: sampleRate)),
      Field(estimate?.frequency.value),
      Field(result.confidence),
      Field(estimate?.sigma?.value),
      Field(result.note.map { "\($0.pitchClass.name)" }),
      Field(result.note?.octave),
      Field(result.note?.midi),
      Field(result.deviation?.value),
      Field(result.target?.description),
      Field(state.rawValue),
      Field(result.level?.value),
      Field(estimate?.inharmonicity),
    ]
  }
}
