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
  /// The strings in the order of the instrument.
  let targets: [StrumTarget]
  /// The readings of each string.
  let readings: [[TrackPicture.Reading]]
  let strokes: [Stroke]
  /// The reason why there is no stroke.
  var missing = MissingStroke.unknown

  /// The approximate size in bytes.
  var size: Int { readings.reduce(0) { $0 + 64 * $1.count } + 100 * targets.count * strokes.count }

  /// Returns a lane for each string.
  func lanes(_ target: TargetSettings) -> [TrackPicture.Lane] {
    zip(targets, readings).map { TrackPicture.Lane(Self.name(of: $0, target), readings: $1) }
  }

  /// Returns a row for each string with its last sounding reading, or with its last state if it
  /// sounded in no stroke.
  func rows(_ target: TargetSettings) -> [TrackPicture.StringRow] {
    targets.indices.map { index in
      let (string, reading) = (targets[index], last(ofString: index))
      let state: TuningState? =
        switch StringVerdict(reading, target.tolerance) {
        case .inTune(let cents), .out(let cents):
          TuningState(cents: cents, confidence: 1, tolerance: target.tolerance)
        case .uncertain, .unclear, .silent: nil
        }
      return TrackPicture.StringRow(
        Self.name(of: string, target), target: string.tuned.frequency.value,
        cents: reading.deviation?.value, sigma: reading.sigma?.value, side: state?.side,
        verdict: StrumText.verdict(on: reading, target.tolerance))
    }
  }

  /// Returns the last sounding reading of a string, else the last unclear one, else a silent one.
  private func last(ofString index: Int) -> StringReading {
    let readings = strokes.map { $0.readings[index] }
    return readings.last { $0.state == .sounding } ?? readings.last { $0.state == .unclear }
      ?? .unmeasured(.silent)
  }

  /// Returns the number of strings in tune out of all that were played, over all strokes, as
  /// `tuner check --strum` counts them; a dash without a stroke.
  func verdict(_ tolerance: TuningTolerance) -> String {
    let verdicts = strokes.flatMap(\.readings).compactMap { StringVerdict($0, tolerance).isInTune }
    return verdicts.isEmpty ? "–" : "\(verdicts.count { $0 }) of \(verdicts.count)"
  }

  private static func name(of string: StrumTarget, _ target: TargetSettings) -> String {
    "\(string.numbers)  \(target.notation.text(of: string.string.spelling))"
  }
}
