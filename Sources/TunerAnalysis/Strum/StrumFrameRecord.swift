// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
import PitchDetection
import Tuning

/// The record of one string in one update: the columns of csv and the keys of ndjson, in their
/// order.
struct StrumFrameRecord {
  static let schema = "tuner.strum-frames/1"

  var position: SamplePosition
  var sampleRate: SampleRate
  var target: StrumTargets.Target
  var reading: StringReading
}

extension StrumFrameRecord: Record {
  static let keys = [
    "time_s", "string", "target_hz", "state", "frequency_hz", "cents", "confidence", "sigma_cents",
  ]

  var fields: [Field] {
    [
      Field(position.seconds(at: sampleRate)),
      Field(target.string.position),
      Field(target.tuned.frequency.value),
      Field(reading.state.name),
    ] + reading.figures
  }
}

extension StringReading.State {
  /// The name of the state in records.
  var name: String {
    switch self {
    case .sounding: "sounding"
    case .silent: "silent"
    case .unclear: "unclear"
    }
  }
}

extension StringReading {
  /// The fields for frequency, cents, confidence and sigma.
  ///
  /// They are empty for a string that is silent or was not measured.
  var figures: [Field] {
    guard state != .silent, let frequency else { return Array(repeating: .none, count: 4) }
    return [
      Field(frequency.value), Field(deviation?.value), Field(confidence), Field(sigma?.value),
    ]
  }
}
