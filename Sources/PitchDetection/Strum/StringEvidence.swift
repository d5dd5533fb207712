// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The evidence that a string sounds and that its answer is its own, as the log odds of a decision.
///
/// The log odds are linear in the terms below. They were fitted as a logistic regression to the updates
/// of 580 strokes: synthetic strings, mixtures of recorded ones, open strings beside fretted ones, fretted
/// chords, muted strings and noise. Its label is that the string sounds and lies within 15 cents of the
/// answer; a false answer weighs 1.8 times a missed one. No weight may have the sign that contradicts its
/// term: what is evidence never speaks against a string.
///
/// A note outside of the strings' ranges leaves a series of partials that a string inside can match: its
/// octave, its twelfth, or the string an octave lower. The terms of the series tell those apart.
enum StringEvidence {
  /// A weight, the range in which its term counts, and the term's unit.
  private struct Weight {
    let weight: Double
    let range: ClosedRange<Double>
    let unit: Double

    /// Returns the part of the log odds that a value gives.
    func part(_ value: Double) -> Double {
      weight * min(max(value, range.lowerBound), range.upperBound) / unit
    }
  }

  // All weights are from the same fit, and all ranges hold what the strokes of the fit contain.
  // | name       | unit   | term                                                                    |
  // | ---------- | ------ | ----------------------------------------------------------------------- |
  // | count      | 1      | significant lines                                                       |
  // | level      | dB     | power over the loudest string's                                         |
  // | score      | nepers | score of the law in what the other strings leave                         |
  // | notThirds  | nepers | significance of the partials that are no multiples of 3                  |
  // | evenExcess | nepers | mean level of the partials 2 to 8 over that of 1 to 7: an octave below    |
  // | halves     | nepers | score at odd multiples of half the frequency: the octave of a note       |
  // | thirds, …  | nepers | best peak at multiples of a third or a fifth of the frequency            |
  // | scatter    | –      | decimal logarithm of the partials' scatter about the law in cents         |
  // | looseSigma | –      | the same of the answer's sigma, where it is over 1 cent                   |
  // | pitch      | oct    | of the target over 150 Hz                                               |
  // | length     | s      | of the window: noise finds more peaks in a longer spectrum               |
  private static let count = Weight(weight: 0.383, range: 0...6, unit: 3)
  private static let level = Weight(weight: 1.44, range: -50...0, unit: 20)
  private static let score = Weight(weight: 0.225, range: 0...40, unit: 10)
  private static let notThirds = Weight(weight: 1.619, range: 0...15, unit: 10)
  private static let evenExcess = Weight(weight: -1.578, range: 0...12, unit: 4)
  private static let halves = Weight(weight: -1.042, range: -3...12, unit: 5)
  private static let thirds = Weight(weight: -1.59, range: 0...9, unit: 9)
  private static let fifths = Weight(weight: -1.449, range: 0...9, unit: 9)
  private static let scatter = Weight(weight: -0.304, range: -2...1, unit: 1)
  private static let looseSigma = Weight(weight: -0.463, range: 0...1.5, unit: 1)
  private static let pitch = Weight(weight: 0.627, range: -4...4, unit: 1)
  private static let length = Weight(weight: -1.236, range: 0...1, unit: 0.6827)
  /// The log odds where every second or third partial alone is significant.
  private static let divided = -1.305
  private static let offset = -0.368
  /// The share of the update before.
  private static let memory = 0.234
  private static let remembered = -6.0...6.0
  /// The log odds of a string without a significant line.
  private static let none = -6.0
  private static let reference = 150.0

  /// Returns the log odds of a measurement.
  ///
  /// - Parameters:
  ///   - measured: the measurement.
  ///   - before: the log odds of the update before in the same stroke; `nil` for none.
  ///   - level: the string's power in decibels over that of the loudest.
  ///   - target: the string's target in hertz.
  ///   - seconds: the window's length.
  /// - Returns: ln(p/(1 − p)).
  static func odds(
    of measured: StrumMeasurement, after before: Double?, level: Double, target: Double,
    seconds: Double
  ) -> Double {
    guard measured.significantCount > 0 else { return none }
    var odds = offset + memory * min(max(before ?? 0, remembered.lowerBound), remembered.upperBound)
    odds += count.part(Double(measured.significantCount)) + series(of: measured)
    odds += self.level.part(level) + score.part(measured.score)
    odds += scatter.part(decimalLogarithm(of: max(measured.scatter, 1e-9)))
    odds += looseSigma.part(decimalLogarithm(of: max(measured.sigma, 1e-9)))
    odds += pitch.part(binaryLogarithm(of: target / reference)) + length.part(seconds)
    return odds
  }

  private static func series(of measured: StrumMeasurement) -> Double {
    notThirds.part(measured.series.notThirds) + evenExcess.part(measured.series.evenExcess)
      + halves.part(measured.between.halves) + thirds.part(measured.between.thirds)
      + fifths.part(measured.between.fifths) + (measured.divisor > 1 ? divided : 0)
  }
}
