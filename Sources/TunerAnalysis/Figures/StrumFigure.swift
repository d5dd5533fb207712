// SPDX-License-Identifier: MIT

import Acoustics
import OfflineAnalysis
import PitchDetection
import Plotting
import Tuning

/// The strokes of a recording's figure.
///
/// No other part grows with the length of the recording.
struct StrumFigure: Sendable {
  /// The strings from low to high.
  let targets: [StrumTarget]
  /// The readings of each string.
  let readings: [[TrackPicture.Reading]]
  let strokes: [Stroke]

  /// The approximate size in bytes.
  var size: Int { readings.reduce(0) { $0 + 64 * $1.count } + 100 * targets.count * strokes.count }

  /// Returns a lane for each string.
  func lanes(_ target: TargetSettings) -> [TrackPicture.Lane] {
    zip(targets, readings).map { TrackPicture.Lane(Self.name(of: $0, target), readings: $1) }
  }

  /// Returns a row for each string with its last sounding reading.
  func rows(_ target: TargetSettings) -> [TrackPicture.StringRow] {
    zip(targets, last).map { string, reading in
      let state = reading?.deviation.map {
        TuningState(cents: $0, confidence: 1, tolerance: target.tolerance)
      }
      return TrackPicture.StringRow(
        Self.name(of: string, target), target: string.tuned.frequency.value,
        cents: reading?.deviation?.value, sigma: reading?.sigma?.value, side: state?.side,
        verdict: reading.map { StrumText.verdict(on: $0, target.tolerance) } ?? "not heard")
    }
  }

  /// The last sounding reading of each string; `nil` for a string that sounded in no stroke.
  private var last: [StringReading?] {
    targets.indices.map { index in
      strokes.last { $0.readings[index].state == .sounding }?.readings[index]
    }
  }

  /// Returns the number of strings in tune at their last reading, out of all that sounded.
  func verdict(_ tolerance: TuningTolerance) -> String {
    let heard = last.compactMap(\.self)
    let inTune = heard.count {
      if case .inTune = StringVerdict($0, tolerance) { true } else { false }
    }
    return "\(inTune) of \(heard.count) played"
  }

  private static func name(of string: StrumTarget, _ target: TargetSettings) -> String {
    "\(string.string.position)  \(target.notation.text(of: string.string.spelling))"
  }
}
