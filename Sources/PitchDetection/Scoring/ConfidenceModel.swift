// SPDX-License-Identifier: MIT

internal import Acoustics

/// Maps the evidence for a pitch to the confidence that it belongs to a string, 0…1.
///
/// A logistic regression over synthetic strings in noise, recorded notes and recorded noise. The
/// offset keeps recorded noise below 0.7, and nearly all of it below 0.3
/// (docs/decisions/0022-confidence-by-logistic-regression.md).
enum ConfidenceModel {
  // | name            | unit  | source                                                            |
  // | --------------- | ----- | ----------------------------------------------------------------- |
  // | …Gain, offset   | 1     | regression                                                        |
  // | slope           | 1     | regression                                                        |
  // | combScale       | 1     | score of a comb at which tanh begins to bend                      |
  // | …Seconds        | s     | duration from which more evidence adds nothing                    |
  // | leastRepetition | 1     | similarity that noise in an attack reaches                        |
  // | highestHum      | 1     | below the 0.3 of a displayed pitch                                |
  // | youngSeconds    | s     | age up to which modes of the body beat with the first partial     |
  // | clearSigma      | cents | typical shift by a body; above it, the shift of this note is not  |
  // |                 |       | known yet                                                         |
  // | highestYoung    | 1     | below the 0.7 of a clear pitch                                    |
  // | lasting         | 1     | above the 0.7 of a clear pitch                                    |
  private static let combGain = 8.8
  private static let combScale = 20.0
  private static let steadyGain = 2.7
  private static let steadySeconds = 0.3
  private static let unbrokenGain = 2.65
  private static let unbrokenSeconds = 0.1
  private static let explainedGain = 3.9
  private static let repetitionGain = 6.0
  private static let leastRepetition = 0.8
  private static let repetitionSeconds = 0.1
  private static let offset = 9.4
  private static let slope = 1.3
  private static let highestHum = 0.25
  private static let youngSeconds = 0.25
  private static let clearSigma = Cents(3.1)
  static let highestYoung = 0.69
  static let lasting = 0.75

  /// Returns the confidence that an update reports.
  static func confidence(_ evidence: Evidence) -> Double {
    let identified = identification(evidence)
    return (evidence.isHum ? min(identified, highestHum) : identified) * evidence.attenuation
  }

  /// Returns the highest confidence in a reading of a note.
  ///
  /// It is below 0.7 while the note is young and sigma is so large that the body may have shifted
  /// the first partial.
  ///
  /// - Parameters:
  ///   - sigma: the standard error of the reading; `nil` if it is unknown.
  ///   - seconds: the time since the note began.
  /// - Returns: below 0.7 for an uncertain reading of a young note, and 1 for any other.
  static func highestConfidence(for sigma: Cents?, after seconds: Double) -> Double {
    guard seconds < youngSeconds, let sigma, sigma > clearSigma else { return 1 }
    return highestYoung
  }

  /// Returns the confidence in the pitch itself, whatever produces the sound: a string, hum, or a
  /// string that still rings after muting.
  static func identification(_ evidence: Evidence) -> Double {
    let byComb = evidence.comb.map { confidence(in: $0, evidence.stability) } ?? 0
    return max(byComb, evidence.repetition.map(confidence(inRepetition:)) ?? 0)
  }

  /// Returns the confidence in the pitch that a search chose.
  ///
  /// - Parameters:
  ///   - comb: the evidence of the comb.
  ///   - stability: the durations for which the pitch has stayed the same.
  /// - Returns: a confidence, 0…1.
  static func confidence(in comb: CombEvidence, _ stability: PitchStability) -> Double {
    let repeated = max(0, (comb.repetition - leastRepetition) / (1 - leastRepetition))
    let evidence =
      combGain * hyperbolicTangent(comb.accumulated / combScale)
      + steadyGain * min(1, stability.steady / steadySeconds)
      + unbrokenGain * min(1, stability.unbroken / unbrokenSeconds)
      + explainedGain * comb.explained
      + repetitionGain * repeated * min(1, stability.steady / repetitionSeconds)
    return 1 / (1 + exponential(of: -slope * (evidence - offset)))
  }

  /// Returns the confidence in the first periods of a note, from their similarity, −1…1.
  ///
  /// It stays below the 0.7 of a clear pitch: one repetition does not identify a string.
  static func confidence(inRepetition similarity: Double) -> Double {
    similarity > 0.8
      ? min(0.65, 0.3 + 1.75 * (similarity - 0.8)) : max(0, 0.29 * similarity / 0.8)
  }

  /// Returns tanh(x) by the package's own exponential, for equal bits with every C library.
  private static func hyperbolicTangent(_ x: Double) -> Double {
    1 - 2 / (1 + exponential(of: 2 * x))
  }
}
