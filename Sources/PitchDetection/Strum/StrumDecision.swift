// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The decision about a string: its confidence, its state and the told sigma.
///
/// The confidence is logistic in the evidence. It was fitted on synthetic strokes and on mixtures of
/// recorded strings; its label is that the string sounds and lies within 15 cents of the answer.
enum StrumDecision {
  // | name        | unit   | source                                                               |
  // | ----------- | ------ | -------------------------------------------------------------------- |
  // | weights     | 1      | logistic fit; a false answer weighs 2.6 times a missed one            |
  // | memory      | 1      | share of the update before                                           |
  // | capped      | 1      | just below sounding                                                  |
  // | sounding    | 1      | confidence from which a string is told as sounding                   |
  // | edge        | cents  | of the range: another note, or a ghost of one                        |
  // | leastSigma  | cents  | errors of strokes without noise, from lines beyond their ten bins     |
  // | silentPower | dB     | under the loudest string                                             |
  private static let memory = 0.3
  private static let mostOdds = 6.0
  private static let capped = 0.65
  static let sounding = 0.7
  private static let edge = 5.0
  private static let silentPower = -25.0
  private static let silentEvidence = 4.0
  private static let leastSigma = 0.002
  private static let longest = 8192.0 / 12_000

  /// Returns the log odds of a measurement.
  ///
  /// - Parameters:
  ///   - measured: the measurement.
  ///   - before: that of the update before in the same stroke; `nil` for none.
  ///   - level: the string's power in decibels over that of the loudest.
  ///   - seconds: the window's length.
  /// - Returns: ln(p/(1 − p)).
  static func odds(
    _ measured: StrumMeasurement, after before: StrumMeasurement?, level: Double, seconds: Double
  ) -> Double {
    let sigma = min(measured.sigma, measured.lawSigma)
    let move =
      before.map { abs(CentRatio.cents(of: measured.frequency / $0.frequency)) } ?? 99
    let odds =
      0.594 * min(measured.evidence, 30) / 10
      + 1.129 * Double(min(measured.significantCount, 6)) / 3
      - 2.586 * 0.301_029_995_663_981_2 * binaryLogarithm(of: min(max(sigma, 0.05), 30))
      - 0.058 * naturalLogarithm(of: 1 + min(move, 60))
      + 0.966 * min(max(level, -50), 0) / 20
      + 1.613 * min(max(measured.score, 0), 40) / 10
      - 4.483 * seconds / longest - 0.653
    guard let before else { return odds }
    return (1 - memory) * odds + memory * min(max(before.odds, -mostOdds), mostOdds)
  }

  /// Returns the reading of a measurement with its odds.
  ///
  /// - Parameters:
  ///   - measured: the measurement.
  ///   - string: the string.
  ///   - level: the string's power in decibels over that of the loudest.
  ///   - seconds: the window's length.
  /// - Returns: the state with what was measured.
  static func reading(
    _ measured: StrumMeasurement, of string: SearchedString, level: Double, seconds: Double
  ) -> StringReading {
    let deviation = CentRatio.cents(of: measured.frequency / string.target)
    var confidence = 1 / (1 + exponential(of: -min(max(measured.odds, -30), 30)))
    if isDoubtful(measured, seconds: seconds) || abs(deviation) > string.range - edge {
      confidence = min(confidence, capped)
    }
    let isSilent =
      measured.significantCount == 0
      || (measured.evidence < silentEvidence && level < silentPower)
    let state: StringReading.State =
      confidence >= sounding ? .sounding : isSilent ? .silent : .unclear
    guard measured.significantCount > 0 else {
      var reading = StringReading.unmeasured(state)
      reading.confidence = confidence
      return reading
    }
    return StringReading(
      state: state, frequency: Hertz(measured.frequency), deviation: Cents(deviation),
      sigma: Cents(toldSigma(measured, seconds: seconds)), confidence: confidence,
      inharmonicity: measured.significantCount >= 3 ? measured.inharmonicity : nil,
      lawFrequency: Hertz(measured.law))
  }

  /// Returns true where the lines may belong to another sound: the law is loose, or hangs on two lines
  /// after a long time, or every second or third partial alone is heard, as of a note an octave or a
  /// twelfth higher.
  private static func isDoubtful(_ measured: StrumMeasurement, seconds: Double) -> Bool {
    let sigma = min(measured.sigma, measured.lawSigma)
    let isLong = seconds > 2600.0 / 12_000
    return sigma > 3 || measured.significantCount < 2
      || (measured.significantCount < 3 && isLong && sigma > 1) || measured.divisor > 1
  }

  /// Returns the standard deviation that is told, in cents.
  ///
  /// The factors were fitted on synthetic strokes and on mixtures of recorded strings.
  /// A cluster takes the misfit of few bins for noise, so its sigma is too wide for strings that obey
  /// their law. Where partials scatter a body is heard: then it is too narrow.
  private static func toldSigma(_ measured: StrumMeasurement, seconds: Double) -> Double {
    let exact = min(max(1.05 - 1.6 * (seconds - 0.25), 0.62), 1.05)
    let body = min(max((measured.scatter - 0.03) / 0.07, 0), 1)
    var factor = exact * (1 - body) + (measured.ownShare < 3 ? 1.6 : 1.2) * body
    if measured.significantCount <= 4 { factor = max(factor, 1) }
    let spread = 0.25 * max(0, measured.scatter - 0.05)
    let scaled = factor * measured.sigma
    return (scaled * scaled + spread * spread + leastSigma * leastSigma).squareRoot()
  }
}
