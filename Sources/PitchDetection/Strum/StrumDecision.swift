// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The decision about a string: its confidence, its state and the told sigma.
///
/// The confidence is the probability of the log odds of `StringEvidence`.
enum StrumDecision {
  // | name           | unit   | source                                                            |
  // | -------------- | ------ | ----------------------------------------------------------------- |
  // | capped         | 1      | just below sounding                                                |
  // | sounding       | 1      | confidence from which a string is told as sounding                 |
  // | edge           | cents  | of the range: another note, or a ghost of one                      |
  // | silentPower    | dB     | under the loudest string                                           |
  // | silentEvidence | 1      | evidence below which a string so faint is silent                   |
  // | silentOdds     | 1      | log odds below which a string is silent whose lines obey no law      |
  // | silentSigma    | cents  | sigma from which they obey none                                     |
  // | bodyFrom, …    | cents  | scatter from which a body counts, and over which it counts fully     |
  // | lawful…        | 1      | bounds of the factor of a lawful string's sigma, and its fall a second  |
  // |                |        | over `shortWindow`: fitted on synthetic strokes                     |
  // | shortWindow    | s      | window up to which the factor stays                                 |
  // | fewLines       | 1      | significant lines below which a law hangs on few                    |
  // | manyLines      | 1      | significant lines from which a sigma is told as the fit says         |
  // | someShare      | 1      | of the sigma of a string with fewer: its clusters hold more misfit   |
  // | wander         | 1      | logarithm of a recorded string's sigma, linear in those of the       |
  // |                |        | measurement: quantile regression on recorded mixtures               |
  // | leastSigma     | cents  | errors of strokes without noise, from lines beyond their ten bins   |
  private static let capped = 0.65
  static let sounding = 0.7
  private static let edge = 5.0
  private static let silentPower = -25.0
  private static let silentEvidence = 4.0
  private static let (silentOdds, silentSigma) = (-2.0, 3.0)
  private static let leastSigma = 0.002
  private static let (bodyFrom, bodyOver) = (0.03, 0.07)
  private static let (lawfulMost, lawfulLeast, lawfulSlope) = (0.82, 0.57, 0.68)
  private static let shortWindow = 0.25
  private static let (fewLines, manyLines) = (5, 10)
  private static let someShare = 0.83
  private static let wander = (
    offset: 0.66, sigma: 1.1, scatter: -0.13, length: 0.8, middle: 0.34, own: 0.052, missing: -1.09
  )

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
    if abs(deviation) > string.range - edge {
      confidence = min(confidence, capped)
    }
    let isSilent =
      measured.significantCount == 0
      || (measured.evidence < silentEvidence && level < silentPower)
      || (measured.odds < silentOdds && measured.sigma > silentSigma)
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

  /// Returns the standard deviation that is told, in cents.
  ///
  /// A cluster takes the misfit of few bins for noise, so its sigma is too wide for strings that obey
  /// their law. Where partials scatter, a body or the string itself moves them: then it is too narrow,
  /// and the factor was fitted by quantile regression to the readings of recorded strings.
  private static func toldSigma(_ measured: StrumMeasurement, seconds: Double) -> Double {
    let body = min(max((measured.scatter - bodyFrom) / bodyOver, 0), 1)
    let logarithm = naturalLogarithm(of: max(measured.sigma, leastSigma))
    let told = exponential(
      of: (1 - body) * (logarithm + naturalLogarithm(of: lawful(measured, seconds: seconds)))
        + body * wandering(measured, logarithm: logarithm, seconds: seconds))
    return (told * told + leastSigma * leastSigma).squareRoot()
  }

  /// Returns the factor of the sigma of a string that obeys its law.
  private static func lawful(_ measured: StrumMeasurement, seconds: Double) -> Double {
    let factor = lawfulMost - lawfulSlope * (seconds - shortWindow)
    let bounded = min(max(factor, lawfulLeast), lawfulMost)
    if measured.significantCount < fewLines { return 1 }
    return measured.significantCount < manyLines ? someShare * bounded : bounded
  }

  /// Returns the logarithm of the sigma of a string whose partials scatter.
  private static func wandering(
    _ measured: StrumMeasurement, logarithm: Double, seconds: Double
  ) -> Double {
    let scatter = naturalLogarithm(of: max(measured.scatter, leastSigma))
    let own = naturalLogarithm(of: 1 + min(measured.ownShare, 100))
    let missing = Double(max(0, fewLines - measured.significantCount)) / Double(fewLines)
    return wander.offset + wander.sigma * logarithm + wander.scatter * scatter
      + wander.length * (seconds - wander.middle) + wander.own * own + wander.missing * missing
  }
}
