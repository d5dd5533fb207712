// SPDX-License-Identifier: MIT

internal import Acoustics

/// How sure the engine is that it hears a string, 0…1.
///
/// A logistic regression over synthetic strings in noise, recorded notes and recorded noise; shifted so
/// that recorded noise stays under 0.7 and hardly any of it comes to 0.3.
enum Confidence {
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
  /// The most that mains hum, alone, is given.
  static let hum = 0.25

  /// The confidence in the winner of the comb.
  ///
  /// - Parameters:
  ///   - score: what speaks for it, this update and before.
  ///   - explained: the share of all peaks that it explains.
  ///   - repetition: how well the note repeats after this period and no sooner, −1…1; 0 where nobody knows.
  ///     The peaks of a loud attack are no string's, but under them the string repeats.
  ///   - constancy: how long it has stayed.
  /// - Returns: 0…1.
  static func ofComb(
    score: Double, explained: Double, repetition: Double = 0, constancy: PitchStability
  ) -> Double {
    let repeated = max(0, (repetition - leastRepetition) / (1 - leastRepetition))
    let evidence =
      combGain * squashed(score / combScale)
      + steadyGain * min(1, constancy.steady / steadySeconds)
      + unbrokenGain * min(1, constancy.unbroken / unbrokenSeconds)
      + explainedGain * explained
      + repetitionGain * repeated * min(1, constancy.steady / repetitionSeconds)
    return 1 / (1 + exponential(of: -slope * (evidence - offset)))
  }

  /// tanh(x), by the same function that the logistic curve needs.
  private static func squashed(_ x: Double) -> Double { 1 - 2 / (1 + exponential(of: 2 * x)) }

  /// The confidence in a period that the newest samples repeat with `similarity`, −1…1: all that can
  /// be told of the first periods of a note, and never an answer yet.
  static func ofRepetition(_ similarity: Double) -> Double {
    similarity > 0.8
      ? min(0.65, 0.3 + 1.75 * (similarity - 0.8)) : max(0, 0.29 * similarity / 0.8)
  }
}
