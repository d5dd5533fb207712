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
  /// The first onset of the newest stroke; `nil` before the first stroke.
  var onset: SamplePosition?
  var sampleRate: SampleRate
  var target: StrumTarget
  var reading: StringReading
}

extension StrumFrameRecord: Record {
  static let keys = [
    "time_s", "string", "target_hz", "state", "frequency_hz", "cents", "confidence", "sigma_cents",
    "onset_s",
  ]

  var fields: [Field] {
    [
      Field(position.seconds(at: sampleRate)),
      Field(target.string.position),
      Field(target.tuned.frequency.value),
      Field(reading.state.name),
    ] + reading.figures + [Field(onset?.seconds(at: sampleRate))]
  }
}

extension StrumFrameRecord {
  /// Returns the lines of an update, one for each string.
  ///
  /// - Parameters:
  ///   - result: the readings of all strings.
  ///   - targets: the strings, in the order of the readings.
  ///   - sampleRate: the rate of the stream.
  ///   - missing: the number of updates that are missing before this one.
  /// - Returns: JSON objects, each with a line end.
  static func lines(
    of result: StrumResult, _ targets: [StrumTarget], at sampleRate: SampleRate, missing: Int = 0
  ) -> [String] {
    zip(targets, result.readings.all).map { target, reading in
      NDJSONRendering.line(
        StrumFrameRecord(
          position: result.timestamp, onset: result.onsets?.lowerBound, sampleRate: sampleRate,
          target: target, reading: reading), missing: missing)
    }
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
