// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The decision about a string: its confidence, its state and the reported sigma.
///
/// The confidence is the probability that follows from the log odds of `StringEvidence`. Beside at
/// least two other strings that sound, a calibration corrects the log odds. At the end of a
/// string's range, in a spectrum that may be that of a noise, and where a lower note may explain
/// the partials and hardly another string sounds, the confidence is at most `capped`, so the string
/// does not count as sounding.
enum StrumDecision {
  // A number of four digits is that of a decision (docs/decisions). *Set* means that no record
  // gives the origin of the value.
  // | name           | unit  | meaning                               | source                     |
  // | -------------- | ----- | ------------------------------------- | -------------------------- |
  // | calibration    | 1     | added to the log odds beside others   | regression on mixtures     |
  // |                |       | that sound: the value at a sigma of   | (0174)                     |
  // |                |       | one cent, and the fall for each       |                            |
  // |                |       | decade of sigma in cents              |                            |
  // | calibrated     | 1     | range of that decimal logarithm;      | 0174                       |
  // |                |       | silent strings near a fretted note    |                            |
  // |                |       | may have smaller sigmas, and faint    |                            |
  // |                |       | strings larger ones                   |                            |
  // | soundingCount  | 1     | least number of the others:           | 0172                       |
  // |                |       | palm-muted strokes have fewer         |                            |
  // | soundingOdds   | 1     | log odds of the confidence            | ln(0.7/0.3)                |
  // |                |       | `sounding`, without the calibration   |                            |
  // | capped         | 1     | largest confidence at the edge of the | just below `sounding`      |
  // |                |       | range                                 |                            |
  // | sounding       | 1     | least confidence of the state         | that of an answer of       |
  // |                |       | *sounding*                            | `PitchEngine`              |
  // | edge           | cents | margin at the end of the range,       | set                        |
  // |                |       | beyond which another note is likelier |                            |
  // | silentPower    | dB    | power relative to the loudest string, | set                        |
  // |                |       | below which silence is possible       |                            |
  // | silentEvidence | ln    | evidence below which such a faint     | set                        |
  // |                |       | string is silent                      |                            |
  // | silentOdds     | 1     | log odds below which a string is      | set                        |
  // |                |       | silent if its lines do not fit the    |                            |
  // |                |       | model                                 |                            |
  // | silentSigma    | cents | least sigma of lines that do not fit  | set                        |
  // |                |       | the model                             |                            |
  // | silentWindow   | s     | shortest window that shows that a     | 0204                       |
  // |                |       | string is silent                      |                            |
  // | bodyFrom, …    | cents | scatter at which the effect of a body | set                        |
  // |                |       | begins, and width of the range up to  |                            |
  // |                |       | the whole effect                      |                            |
  // | modelled…      | 1     | bounds of the factor of sigma if      | fitted on synthetic        |
  // |                |       | partials fit the model, and its fall  | strokes (0148, 0149)       |
  // |                |       | per second of window over             |                            |
  // |                |       | `shortWindow`                         |                            |
  // | shortWindow    | s     | length of window up to which the      | 0148                       |
  // |                |       | factor is constant                    |                            |
  // | fewLines       | 1     | number of significant lines below     | set                        |
  // |                |       | which sigma keeps that of the fit     |                            |
  // | manyLines      | 1     | number of significant lines from      | set                        |
  // |                |       | which `someShare` does not apply      |                            |
  // | someShare      | 1     | additional factor of sigma for fewer  | set                        |
  // |                |       | than `manyLines` significant lines    |                            |
  // | scattered      | 1     | coefficients of ln sigma of a         | quantile regression on     |
  // |                |       | recorded string, linear in the        | recorded mixtures (0084)   |
  // |                |       | logarithms of the measurement and in  |                            |
  // |                |       | the window's length in seconds        |                            |
  // | leastSigma     | cents | error without noise; a line is        | set                        |
  // |                |       | modelled up to ten bins               |                            |
  private static let calibration = (atOneCent: 1.25, fall: 0.83)
  private static let calibrated = 0.18...0.54
  static let soundingCount = 2
  static let soundingOdds = 0.847
  private static let capped = 0.65
  static let sounding = 0.7
  static let edge = 5.0
  private static let silentPower = -25.0
  private static let silentEvidence = 4.0
  private static let silentOdds = -2.0
  private static let silentSigma = 3.0
  private static let silentWindow = 0.15
  private static let leastSigma = 0.002
  private static let bodyFrom = 0.03
  private static let bodyOver = 0.07
  private static let modelledMost = 0.745
  private static let modelledLeast = 0.62
  private static let modelledSlope = 0.58
  private static let shortWindow = 0.25
  private static let fewLines = 5
  private static let manyLines = 10
  private static let someShare = 0.83
  private static let scattered = (
    offset: 0.705, sigma: 1.1, scatter: -0.13, own: 0.052, missing: -1.09, length: -0.23
  )

  /// Returns true if the lines of a string show that it does not sound.
  ///
  /// A short window hides the lines of a faint string between those of others. The state is
  /// therefore *unclear* in windows shorter than `silentWindow`.
  static func isSilent(_ measured: StrumMeasurement) -> Bool {
    measured.significantCount == 0
      || (measured.evidence < silentEvidence && measured.level < silentPower)
      || (measured.odds < silentOdds && measured.sigma > silentSigma)
  }

  /// Returns the reading of a measurement.
  ///
  /// - Parameters:
  ///   - measured: the measurement.
  ///   - string: the string.
  ///   - seconds: the window's length.
  ///   - othersSounding: the number of other strings with `soundingOdds`; 0 before the stroke is
  ///     found.
  ///   - isAmongStrings: false if the spectrum may be that of a noise.
  /// - Returns: the state and the measured values.
  static func reading(
    _ measured: StrumMeasurement, of string: SearchedString, seconds: Double,
    othersSounding: Int, isAmongStrings: Bool
  ) -> StringReading {
    let deviation = CentRatio.cents(of: measured.frequency / string.target)
    let odds =
      measured.odds + (othersSounding >= soundingCount ? calibration(ofSigma: measured.sigma) : 0)
    var confidence = 1 / (1 + exponential(of: -min(max(odds, -30), 30)))
    if string.isAtEdge(measured.frequency) || !isAmongStrings || measured.isOfLowerNote {
      confidence = min(confidence, capped)
    }
    let isSilent = seconds >= silentWindow && isSilent(measured)
    let state: StringReading.State =
      confidence >= sounding ? .sounding : isSilent ? .silent : .unclear
    guard measured.significantCount > 0 else {
      var reading = StringReading.unmeasured(state)
      reading.confidence = confidence
      return reading
    }
    return StringReading(
      state: state, frequency: Hertz(measured.frequency), deviation: Cents(deviation),
      sigma: Cents(reportedSigma(measured, seconds: seconds)), confidence: confidence,
      // The fit is free to go a little below 0, which no string has.
      inharmonicity: measured.significantCount >= 3 ? max(0, measured.inharmonicity) : nil,
      fittedFrequency: Hertz(measured.fittedFrequency))
  }

  /// Returns what is added to the log odds beside other strings that sound.
  ///
  /// The fit of the log odds counted strings that ring along as silent, and false positives 1.8
  /// times. A logistic regression on recorded mixtures corrects the confidence to the share of
  /// readings within 15 cents. A precise reading is right more often.
  ///
  /// - Parameter sigma: the standard deviation of the frequency in cents.
  /// - Returns: an addend of the log odds.
  private static func calibration(ofSigma sigma: Double) -> Double {
    let decades = decimalLogarithm(of: max(sigma, 1e-9))
    let bounded = min(max(decades, calibrated.lowerBound), calibrated.upperBound)
    return calibration.atOneCent - calibration.fall * bounded
  }

  /// Returns the reading of a string that may be part of a noise; its confidence is at most
  /// `capped`.
  static func unclear(_ reading: StringReading) -> StringReading {
    StringReading(
      state: .unclear, frequency: reading.frequency, deviation: reading.deviation,
      sigma: reading.sigma, confidence: min(reading.confidence, capped),
      inharmonicity: reading.inharmonicity, fittedFrequency: reading.fittedFrequency)
  }

  /// Returns the reported standard deviation in cents.
  ///
  /// A cluster estimates noise from the misfit of a few bins, so its sigma is too large for a
  /// string whose partials fit the model. If partials scatter about the fit, its sigma is too
  /// small. A quantile regression over readings of recorded strings fitted the correction.
  private static func reportedSigma(_ measured: StrumMeasurement, seconds: Double) -> Double {
    let body = min(max((measured.scatter - bodyFrom) / bodyOver, 0), 1)
    let logarithm = naturalLogarithm(of: max(measured.sigma, leastSigma))
    let sigma = exponential(
      of: (1 - body)
        * (logarithm + naturalLogarithm(of: modelledFactor(measured, seconds: seconds)))
        + body * scatteredLogarithm(measured, logarithm: logarithm, seconds: seconds))
    return (sigma * sigma + leastSigma * leastSigma).squareRoot()
  }

  /// Returns the factor that corrects the sigma of a string whose partials fit the model.
  private static func modelledFactor(_ measured: StrumMeasurement, seconds: Double) -> Double {
    let factor = modelledMost - modelledSlope * (seconds - shortWindow)
    let bounded = min(max(factor, modelledLeast), modelledMost)
    if measured.significantCount < fewLines { return 1 }
    return measured.significantCount < manyLines ? someShare * bounded : bounded
  }

  /// Returns the logarithm of the sigma of a string whose partials scatter about the fit.
  private static func scatteredLogarithm(
    _ measured: StrumMeasurement, logarithm: Double, seconds: Double
  ) -> Double {
    let scatter = naturalLogarithm(of: max(measured.scatter, leastSigma))
    let own = naturalLogarithm(of: 1 + min(measured.ownShare, 100))
    let missing = Double(max(0, fewLines - measured.significantCount)) / Double(fewLines)
    return scattered.offset + scattered.sigma * logarithm + scattered.scatter * scatter
      + scattered.own * own + scattered.missing * missing
      + scattered.length * seconds
  }
}
