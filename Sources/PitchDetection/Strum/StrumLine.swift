// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// A partial of a string in the model of a spectrum, with what is believed of it.
///
/// Frequencies are settled ones, in hertz; variances and precisions of frequencies are in cents.
struct StrumLine: BitwiseCopyable {
  // | name          | unit  | source                                                              |
  // | ------------- | ----- | ------------------------------------------------------------------- |
  // | most          | 1     | partials of a string; higher ones lie above 2600 Hz or are weak     |
  // | decays        | 1/s   | of the test signals' strings, by frequency                          |
  // | firstVariance | cents²| of a partial before its string's law is known                       |
  // | stiffShare    | 1     | of the variance that the inharmonicity's adds                       |
  // | significant   | 1     | power over its variance: four standard deviations                   |
  // | visible       | 1     | the same, below which a line is dropped                             |
  static let most = 20
  static let decays = 0.5...8.0
  static let firstVariance = 36.0
  static let stiffShare = 0.35
  static let significant = 16.0
  private static let leastGlideVariance = 1e-8
  static let visible = 2.0

  /// The string's index and the partial's number.
  let string: Int
  let number: Int
  /// n² − 1, the weight of b in a law.
  let stiffness: Double

  var frequency: Double
  var decay: Double
  /// The decay expected at this frequency.
  let expectedDecay: Double
  /// γ, the relative excess of the frequency in the window's middle.
  var glide = 0.0
  var amplitude = ComplexValue()
  var isActive = true
  /// The power over its variance given that all other parameters are unknown.
  var significance = 0.0
  /// The variance of the frequency after a fit.
  var variance: Double
  /// The bin nearest to the line, where its shape was computed.
  var nearest = 0

  /// The prediction of the string's other partials.
  var prior: LinePrior
  /// The information of the spectrum beyond the prior.
  var message = LineInformation()

  /// Makes a line of a law.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - number: n.
  ///   - frequency: in hertz.
  ///   - inharmonicitySigma: the standard deviation of B.
  ///   - glideVariance: of γ.
  init(
    string: Int, number: Int, frequency: Double, inharmonicitySigma: Double, glideVariance: Double
  ) {
    self.string = string
    self.number = number
    stiffness = Double(number * number) - 1
    self.frequency = frequency
    expectedDecay = Self.decay(at: frequency)
    decay = expectedDecay
    let spread = Self.stiffShare * CentRatio.perNeper * inharmonicitySigma * stiffness
    variance = Self.firstVariance + spread * spread
    prior = LinePrior(mean: frequency, variance: variance)
    prior.glideVariance = glideVariance * CentRatio.perNeper * CentRatio.perNeper
  }

  /// Reduces the glide to that of a later window's middle.
  ///
  /// - Parameter fading: the share of the glide that is left.
  mutating func fadeGlide(by fading: Double) {
    glide *= fading
    prior.fadeGlide(by: fading, leastVariance: Self.leastGlideVariance)
  }

  /// Returns the decay expected of a partial at a frequency.
  private static func decay(at frequency: Double) -> Double {
    let power = powerOfTwo(0.7 * binaryLogarithm(of: frequency / 330))
    return min(max(1.5 * power, decays.lowerBound), decays.upperBound)
  }

  /// True where the spectrum shows the line beyond doubt.
  var isSignificant: Bool { significance > Self.significant }
}
