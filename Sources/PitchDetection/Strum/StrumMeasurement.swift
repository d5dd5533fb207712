// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The measurement of one string in one update, before the decision.
struct StrumMeasurement: BitwiseCopyable {
  // | name       | unit | source                                                                 |
  // | ---------- | ---- | ---------------------------------------------------------------------- |
  // | bodyShare  | 1    | of strings whose first partial a body moves                             |
  private static let bodyShare = 0.3

  /// The first partial now, in hertz.
  var frequency = 0.0
  /// f1 of the law in hertz, and B.
  var law = 0.0
  var inharmonicity = 0.0
  /// The standard deviation of the frequency and of the law alone, in cents.
  var sigma = 0.0
  var lawSigma = 0.0
  /// The scatter of the partials about the law, in cents.
  var scatter = 0.0
  /// The precision of the first partial's own message, as a share of the law's.
  var ownShare = 0.0
  /// The number of significant lines; the greatest common divisor of the lowest eight of them.
  var significantCount = 0
  var divisor = 0
  /// The sum of the lines' logarithmic significances.
  var evidence = 0.0
  /// The sum of the lines' powers.
  var power = 0.0
  /// The score of the law in what the other strings leave.
  var score = 0.0
  /// The significances of the lines by number.
  var series = PartialSeries()
  /// The peaks at fractions of the frequency in what all strings leave.
  var between = FractionPeaks()
  /// The decision's log odds.
  var odds = 0.0

  init() {}

  /// Measures a string of a fitted model.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - model: the fitted lines and laws.
  ///   - score: of the law in what the other strings leave.
  ///   - seconds: the window's length.
  init(_ string: Int, of model: borrowing StrumModel, score: Double, seconds: Double) {
    let fitted = model.laws[string]
    law = fitted.first
    inharmonicity = fitted.inharmonicity
    scatter = fitted.scatter
    self.score = score
    for index in model.lineRange(of: string) { count(model.lines[index]) }
    let line = model.lines[model.lineRange(of: string).lowerBound]
    readFirstPartial(fitted, line)
    let decay = exponential(of: -seconds / (2 * GlidingLineShape.timeConstant))
    frequency *= 1 + fitted.glide * decay
  }

  private mutating func count(_ line: StrumLine) {
    power += line.amplitude.squaredMagnitude
    let logarithm = naturalLogarithm(of: max(line.significance, 1))
    evidence += PartialSeries.overNoise(logarithm)
    series.add(line.number, logarithm: logarithm)
    guard line.isSignificant else { return }
    significantCount += 1
    guard line.number <= 8 else { return }
    var (divisor, rest) = (divisor, line.number)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    self.divisor = divisor
  }

  /// Joins the law's prediction with the line's own message.
  ///
  /// The prior has two widths, because a body moves the first partial of some strings.
  private mutating func readFirstPartial(_ law: StringLaw, _ line: StrumLine) {
    let prior = law.predicted
    let body = law.bodySigma * law.bodySigma
    lawSigma = prior.variance.squareRoot()
    ownShare = line.message.precision * prior.variance
    guard line.message.precision > 0 else {
      frequency = prior.mean
      sigma = (prior.variance + Self.bodyShare * body).squareRoot()
      return
    }
    let distance = CentRatio.cents(of: line.message.mean / prior.mean)
    let own = 1 / line.message.precision
    let narrow = Self.joined(distance, own, prior.variance, share: 1 - Self.bodyShare)
    let wide = Self.joined(distance, own, prior.variance + body, share: Self.bodyShare)
    let sum = narrow.weight + wide.weight
    let (first, second) = (narrow.weight / sum, wide.weight / sum)
    let mean = first * narrow.mean + second * wide.mean
    let (below, above) = (narrow.mean - mean, wide.mean - mean)
    sigma =
      (first * (narrow.variance + below * below) + second * (wide.variance + above * above))
      .squareRoot()
    frequency = prior.mean * CentRatio.ratio(of: mean)
  }

  private static func joined(
    _ distance: Double, _ own: Double, _ prior: Double, share: Double
  ) -> (mean: Double, variance: Double, weight: Double) {
    let sum = prior + own
    let density = exponential(of: -0.5 * distance * distance / sum) / sum.squareRoot()
    return (distance * prior / sum, prior * own / sum, share * density + 1e-300)
  }
}
