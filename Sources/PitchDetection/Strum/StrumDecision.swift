// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The decision about a string: its confidence, its state and the told sigma.
///
/// The confidence is logistic in the evidence. It was fitted on synthetic strokes and on mixtures of
/// recorded strings; its label is that the string sounds and lies within 15 cents of the answer.
enum StrumDecision {
  // | name           | unit   | source                                                            |
  // | -------------- | ------ | ----------------------------------------------------------------- |
  // | evidenceWeight | 1      | this and the next six: logistic fit; a false answer weighs 2.6     |
  // |                |        | times a missed one. For 10 units of evidence,                      |
  // | countWeight    | 1      | … for three significant lines,                                     |
  // | sigmaWeight    | 1      | … for a factor of ten in sigma,                                    |
  // | moveWeight     | 1      | … for a factor of e in the move since the last update,             |
  // | levelWeight    | 1      | … for 20 dB under the loudest string,                              |
  // | scoreWeight    | 1      | … for 10 units of the score in what the other strings leave,       |
  // | lengthWeight   | 1      | … for the longest window                                           |
  // | offset         | 1      | the same fit                                                       |
  // | bounds of the terms | – | the ranges of the fit: beyond them a term says no more             |
  // | firstMove      | cents  | of a string without an earlier update                              |
  // | memory         | 1      | share of the update before                                         |
  // | mostOdds       | 1      | bound of the odds that are remembered                              |
  // | capped         | 1      | just below sounding                                                |
  // | sounding       | 1      | confidence from which a string is told as sounding                 |
  // | edge           | cents  | of the range: another note, or a ghost of one                      |
  // | silentPower    | dB     | under the loudest string                                           |
  // | silentEvidence | 1      | evidence below which a string so faint is silent                   |
  // | leastSigma     | cents  | errors of strokes without noise, from lines beyond their ten bins   |
  // | longest        | s      | the longest window                                                 |
  private static let evidenceWeight = 0.594
  private static let countWeight = 1.129
  private static let sigmaWeight = -2.586
  private static let moveWeight = -0.058
  private static let levelWeight = 0.966
  private static let scoreWeight = 1.613
  private static let lengthWeight = -4.483
  private static let offset = -0.653
  private static let mostEvidence = 30.0
  private static let mostLines = 6
  private static let sigmas = 0.05...30.0
  private static let mostMove = 60.0
  private static let leastLevel = -50.0
  private static let mostScore = 40.0
  private static let firstMove = 99.0
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
    let lowest = min(measured.sigma, measured.lawSigma)
    let sigma = min(max(lowest, sigmas.lowerBound), sigmas.upperBound)
    let move =
      before.map { abs(CentRatio.cents(of: measured.frequency / $0.frequency)) } ?? firstMove
    let odds =
      evidenceWeight * min(measured.evidence, mostEvidence) / 10
      + countWeight * Double(min(measured.significantCount, mostLines)) / 3
      + sigmaWeight * decimalLogarithm(of: sigma)
      + moveWeight * naturalLogarithm(of: 1 + min(move, mostMove))
      + levelWeight * min(max(level, leastLevel), 0) / 20
      + scoreWeight * min(max(measured.score, 0), mostScore) / 10
      + lengthWeight * seconds / longest + offset
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
