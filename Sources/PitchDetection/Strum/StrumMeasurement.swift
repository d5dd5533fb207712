// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The measurement of one string in one update, before the decision.
struct StrumMeasurement: BitwiseCopyable {
  // | name      | unit  | source                                                              |
  // | --------- | ----- | ------------------------------------------------------------------- |
  // | bodyShare | 1     | prior share of the strings whose first partial a body shifts        |
  // | precise   | cents | standard deviation of a prediction by the other partials up to      |
  // |           |       | which a first partial can contradict them (0236)                    |
  private static let bodyShare = 0.3
  private static let precise = 1.0

  /// The first partial at the end of the window, in hertz.
  var frequency = 0.0
  /// The frequency f1 of the fitted model in hertz, and its inharmonicity coefficient B.
  var fittedFrequency = 0.0
  var inharmonicity = 0.0
  /// The standard deviation of the frequency, and of the prediction by the other partials, in
  /// cents.
  var sigma = 0.0
  var predictedSigma = 0.0
  /// The scatter of the partials about the fit, in cents.
  var scatter = 0.0
  /// The precision of the first partial's own message, as a share of the prediction's.
  var ownShare = 0.0
  /// The number of significant lines, and the greatest common divisor of the partial numbers up to
  /// 8 of such lines.
  var significantCount = 0
  var divisor = 0
  /// The number of the highest significant partial; 1 if there is none.
  var highest = 1
  /// The number of lines that noise does not cause.
  var certainCount = 0
  /// The sum of the lines' logarithmic significances over that of noise; each is ln of
  /// a power ratio.
  var evidence = 0.0
  /// The sum of the lines' own powers, and its level relative to the loudest string in decibels.
  var power = 0.0
  var level = 0.0
  /// The score of the fit in the residual of the other strings.
  var score = 0.0
  /// The significances of the lines by partial number.
  var series = PartialSeries()
  /// The peaks at fractions of the frequency in the residual of all strings.
  var between = FractionPeaks()
  /// The part of the log odds that the lines and the window's length add, or have added in earlier
  /// updates.
  var support = 0.0
  /// The log odds that the string sounds.
  var odds = 0.0
  /// True if these odds are high enough for *sounding*.
  var isSounding: Bool { odds >= StrumDecision.soundingOdds }
  /// True if the partials may be those of a lower note, and too few other strings sound to exclude
  /// it.
  var isOfLowerNote = false
  /// True if the partials may be those of a lower string that sounds, whatever other strings do.
  var isOfLowerString = false
  /// The support of the updates of the stroke in which the string was likely, with this one.
  var earlier = EarlierSupport()

  init() {}

  /// Measures a string of a fitted model.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - model: the fitted lines and strings.
  ///   - score: the score of the fit in the residual of the other strings.
  ///   - seconds: the window's length.
  init(_ string: Int, of model: borrowing StrumModel, score: Double, seconds: Double) {
    let fitted = model.fits[string]
    fittedFrequency = fitted.first
    inharmonicity = fitted.inharmonicity
    scatter = fitted.scatter
    self.score = score
    // A higher partial is only modelled beside a line of another string, so it is no evidence.
    for index in model.lineRange(of: string).prefix(StrumLine.mostFree) {
      count(model.lines[index])
    }
    let line = model.lines[model.lineRange(of: string).lowerBound]
    let fading = exponential(of: -seconds / (2 * GlidingLineShape.timeConstant))
    readFirstPartial(fitted, line, beside: model.hiddenPartial(at: line), fading: fading)
  }

  /// Returns the frequency of a partial of the fitted model in hertz.
  func partial(_ number: Int) -> Double {
    let square = Double(number * number)
    return Double(number) * fittedFrequency * (1 + inharmonicity * (square - 1)).squareRoot()
  }

  private mutating func count(_ line: StrumLine) {
    power += line.ownPower
    let logarithm = naturalLogarithm(of: max(line.significance, 1))
    evidence += PartialSeries.overNoise(logarithm)
    series.add(line.number, logarithm: logarithm, isMasked: line.isMasked)
    guard line.isSignificant else { return }
    significantCount += 1
    highest = max(highest, line.number)
    if line.significance > StrumLine.certain { certainCount += 1 }
    guard line.number <= 8 else { return }
    divisor = greatestCommonDivisor(of: divisor, line.number)
  }

  /// Combines the prediction of the fit with the information of the line, at the end of the window.
  ///
  /// The prior has two widths, because a body moves the first partial of some strings. If the line
  /// lies where a partial of a lower string is hidden, it may be that partial. Only the prediction
  /// then says where the first partial is.
  ///
  /// - Parameters:
  ///   - fit: the fit of the string.
  ///   - line: the first partial.
  ///   - lower: a hidden partial of a lower string at the line; `nil` for none.
  ///   - fading: the share of the glide in the middle of the window that remains at its end.
  private mutating func readFirstPartial(
    _ fit: StiffStringFit, _ line: StrumLine, beside lower: LinePrior?, fading: Double
  ) {
    var prior = fit.predicted
    predictedSigma = prior.variance.squareRoot()
    let body = fit.bodySigma(predicted: predictedSigma)
    ownShare = line.message.frequency * prior.variance
    var sum = Mixture()
    sum.add(Self.joined(line, prior, share: 1 - Self.bodyShare, fading: fading))
    if let lower, predictedSigma < Self.precise {
      sum.add(
        (
          mean: prior.glide * fading, variance: prior.variance + Self.bodyShare * body * body,
          weight: Self.bodyShare * Self.likelihood(of: line.message, lower, glide: prior.glide)
        ))
    }
    prior.variance += body * body
    sum.add(Self.joined(line, prior, share: Self.bodyShare, fading: fading))
    sigma = sum.variance.squareRoot()
    frequency = prior.mean * CentRatio.ratio(of: sum.mean)
  }

  /// Returns the first partial in cents over the mean of the prior, at the end of the window.
  private static func joined(
    _ line: StrumLine, _ prior: LinePrior, share: Double, fading: Double
  ) -> (mean: Double, variance: Double, weight: Double) {
    let before = prior.precision
    let message = line.message
    let precision = (
      before.frequency + message.frequency, before.cross + message.cross,
      before.glide + message.glide
    )
    let shift = message.isInformative ? CentRatio.cents(of: message.reference / prior.mean) : 0
    let frequencyPart =
      before.cross * prior.glide + message.frequencyPart + message.frequency * shift
    let glidePart = before.glide * prior.glide + message.glidePart + message.cross * shift
    let scale = 1 / (precision.0 * precision.2 - precision.1 * precision.1)
    let cents = (precision.2 * frequencyPart - precision.1 * glidePart) * scale
    let glide = (precision.0 * glidePart - precision.1 * frequencyPart) * scale
    let variance =
      (precision.2 - 2 * precision.1 * fading + precision.0 * fading * fading) * scale
    let weight =
      message.isInformative ? share * likelihood(of: message, prior, glide: prior.glide) : share
    return (cents + glide * fading, variance, weight + 1e-300)
  }

  /// Returns the likelihood of the information about a line under a prior, up to a factor.
  private static func likelihood(
    of message: LineInformation, _ prior: LinePrior, glide: Double
  ) -> Double {
    let distance =
      message.cents(glide: glide) + CentRatio.cents(of: message.reference / prior.mean)
    let spread = prior.variance + 1 / message.frequency
    return exponential(of: -0.5 * distance * distance / spread) / spread.squareRoot()
  }

  /// The moments of a mixture of normal distributions.
  private struct Mixture {
    private var weight = 0.0
    private var first = 0.0
    private var second = 0.0

    var mean: Double { first / weight }
    var variance: Double { second / weight - mean * mean }

    mutating func add(_ part: (mean: Double, variance: Double, weight: Double)) {
      weight += part.weight
      first += part.weight * part.mean
      second += part.weight * (part.variance + part.mean * part.mean)
    }
  }
}
