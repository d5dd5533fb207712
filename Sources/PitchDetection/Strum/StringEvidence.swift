// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The log odds that a string sounds and that the measured frequency is that of the string.
///
/// The log odds are linear in the terms below. A logistic regression fitted the weights to the
/// updates of 580 strokes: synthetic strings, mixtures of recorded strings, open strings together
/// with fretted ones, fretted chords, muted strings and noise. The label is true if the string
/// sounds within 15 cents of the measured frequency. A false positive weighs 1.8 times a false
/// negative. The fit bounds the sign of each weight, so that evidence for a string never lowers its
/// log odds.
///
/// A note outside the strings' ranges has a series of partials that a string inside can match: its
/// octave, its twelfth, or the string an octave lower. The terms of the series distinguish those
/// cases.
///
/// Sources: docs/decisions/0084-strings-told-by-their-series-of-partials.md for the terms;
/// docs/decisions/0149-a-clear-string-keeps-the-support-of-its-lines.md,
/// docs/decisions/0158-a-likely-string-keeps-part-of-its-support.md and
/// docs/decisions/0193-a-doubtful-string-tries-a-hidden-place.md for the support that is kept.
enum StringEvidence {
  /// A weight, the range in which its term counts, and the term's unit.
  private struct Weight {
    let weight: Double
    let range: ClosedRange<Double>
    let unit: Double

    /// Returns the contribution of a value to the log odds.
    func part(_ value: Double) -> Double {
      weight * min(max(value, range.lowerBound), range.upperBound) / unit
    }
  }

  // *ln* is the natural logarithm of a power ratio. All weights come from the same fit. The ranges
  // are those of the terms in the strokes of the fit.
  // | name            | unit | term                                                               |
  // | --------------- | ---- | ------------------------------------------------------------------ |
  // | count           | 1    | number of significant lines                                        |
  // | level           | dB   | power relative to the loudest string                               |
  // | score           | ln   | score of the fit in the residual of the other strings              |
  // | notMultiplesOf3 | ln   | significance of the partials that are no multiples of 3            |
  // | evenExcess      | ln   | mean level of even partials minus that of odd ones: a note an      |
  // |                 |      | octave up                                                          |
  // | halves          | ln   | score at odd multiples of half the frequency: a note an octave     |
  // |                 |      | down                                                               |
  // | thirds, …       | ln   | highest peak at multiples of a third or a fifth of the frequency   |
  // | scatter         | –    | decimal logarithm of the scatter about the fit, in cents           |
  // | looseSigma      | –    | decimal logarithm of the frequency's sigma in cents, if over 1     |
  // | pitch           | oct  | interval from 150 Hz to the target                                 |
  // | length          | s    | length of the window: a longer spectrum holds more peaks of noise  |
  private static let count = Weight(weight: 0.383, range: 0...6, unit: 3)
  private static let level = Weight(weight: 1.44, range: -50...0, unit: 20)
  private static let score = Weight(weight: 0.225, range: 0...40, unit: 10)
  private static let notMultiplesOf3 = Weight(weight: 1.619, range: 0...15, unit: 10)
  private static let evenExcess = Weight(weight: -1.578, range: 0...12, unit: 4)
  private static let halves = Weight(weight: -1.042, range: -3...20, unit: 5)
  private static let thirds = Weight(weight: -1.59, range: 0...9, unit: 9)
  private static let fifths = Weight(weight: -1.449, range: 0...9, unit: 9)
  private static let scatter = Weight(weight: -0.304, range: -2...1, unit: 1)
  private static let looseSigma = Weight(weight: -0.463, range: 0...1.5, unit: 1)
  private static let pitch = Weight(weight: 0.627, range: -4...4, unit: 1)
  private static let length = Weight(weight: -1.236, range: 0...1, unit: 0.6827)
  /// The log odds of a string of which only every second or third partial is significant.
  private static let divided = -1.305
  private static let offset = -0.368
  /// The weight of the log odds of the previous update.
  private static let memory = 0.234
  private static let remembered = -6.0...6.0
  /// The log odds of a string without a significant line.
  private static let none = -6.0
  private static let reference = 150.0
  /// The log odds from which a string is clear: below them, an update leaves doubt about it.
  static let certainOdds = 1.7
  /// The log odds from which a string is likely in a sound that may be a noise.
  private static let likely = 0.0
  /// The sum of the terms of other notes below which a likely string keeps no support.
  private static let faintSigns = -0.6
  /// The most by which the kept support of a likely string exceeds that of its present lines.
  private static let mostKept = 1.0
  /// The largest change of a string's frequency between two updates, and that of a clear string in
  /// a stroke without signs of another note, in cents: the first windows are short.
  private static let steady = 2.0
  private static let settling = 10.0

  /// Returns the support of a measurement: the part of the log odds that the lines add.
  ///
  /// Lines become faint while a string decays, although the same string sounds. A string that was
  /// clear in the previous update and keeps its frequency therefore keeps the support of its
  /// earlier lines. In a stroke, a string also keeps the support of all updates in which it was
  /// likely (`EarlierSupport`). In a sound that may be a noise, a likely string keeps part of the
  /// support of one update, unless there are signs of another note. These signs count anew in each
  /// update.
  ///
  /// - Parameters:
  ///   - measured: the measurement.
  ///   - before: that of the previous update of the same stroke; `nil` for none.
  ///   - seconds: the window's length.
  ///   - isOfStroke: false if the sound may be a noise.
  /// - Returns: the support of the lines, or that of earlier lines if it is greater and goes on.
  static func support(
    of measured: StrumMeasurement, after before: StrumMeasurement?, seconds: Double,
    isOfStroke: Bool
  ) -> Double {
    let support =
      count.part(Double(measured.significantCount)) + level.part(measured.level)
      + score.part(measured.score) + notMultiplesOf3.part(measured.series.notMultiplesOf3)
      + length.part(seconds)
    guard let before, measured.significantCount > 0 else { return support }
    let moved = abs(CentRatio.cents(of: measured.frequency / before.frequency))
    let isAlone = otherNotes(measured) >= faintSigns
    var kept = support
    if before.odds >= certainOdds {
      if moved < (isOfStroke && isAlone ? settling : steady) { kept = before.support }
    } else if !isOfStroke, moved < steady, isAlone, before.odds >= likely {
      kept = min(before.support, support + mostKept)
    }
    if isOfStroke { kept = max(kept, before.earlier.kept(at: measured.frequency, over: support)) }
    return max(support, kept)
  }

  /// Returns the log odds of a measurement.
  ///
  /// - Parameters:
  ///   - measured: the measurement with its support.
  ///   - before: the log odds of the previous update of the same stroke; `nil` for none.
  ///   - target: the string's target in hertz.
  /// - Returns: ln(p/(1 − p)) of the probability p.
  static func odds(
    of measured: StrumMeasurement, after before: Double?, target: Double
  ) -> Double {
    guard measured.significantCount > 0 else { return none }
    var odds = offset + memory * min(max(before ?? 0, remembered.lowerBound), remembered.upperBound)
    odds += measured.support + otherNotes(measured)
    odds += scatter.part(decimalLogarithm(of: max(measured.scatter, 1e-9)))
    odds += looseSigma.part(decimalLogarithm(of: max(measured.sigma, 1e-9)))
    odds += pitch.part(binaryLogarithm(of: target / reference))
    return odds
  }

  /// Returns the part of the log odds that signs of another note take away.
  private static func otherNotes(_ measured: StrumMeasurement) -> Double {
    evenExcess.part(measured.series.evenExcess) + halves.part(measured.between.halves)
      + thirds.part(measured.between.thirds) + fifths.part(measured.between.fifths)
      + (measured.divisor > 1 ? divided : 0)
  }
}
