// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// A partial of a string in the model of a spectrum, with its prior and its message.
///
/// Frequencies are those after the glide, in hertz. Variances of frequencies are in cents²,
/// precisions in 1/cents².
struct StrumLine: BitwiseCopyable {
  // | name          | unit   | source                                                         |
  // | ------------- | ------ | -------------------------------------------------------------- |
  // | most          | 1      | number of partials of a string: those of E2 up to the highest  |
  // |               |        | frequency                                                      |
  // | mostFree      | 1      | number of partials that are modelled without a line of another |
  // |               |        | string next to them; higher ones are weak                      |
  // | decays        | 1/s    | range of the expected decay: that of the test signals' strings |
  // | decayAtMiddle | 1/s    | expected decay at `middle`, and its growth as a power of the   |
  // | decayPower    | 1      | frequency: a line through the decays of these strings; set     |
  // | middle        | Hz     | the first partial of E4                                        |
  // | firstVariance | cents² | variance of a partial before its string is fitted              |
  // | stiffShare    | 1      | share of the standard deviation of B that is added to that of  |
  // |               |        | a partial; it includes the ½ of ln f_n ≈ ½·B·(n² − 1) + const  |
  // | leastGlideV.  | cents² | `leastGlideVariance`: least variance of the prior of a glide,  |
  // |               |        | which keeps its inverse finite                                 |
  // | significant   | 1      | ratio of power to its variance: four standard deviations       |
  // | certain       | 1      | the same of a line that noise does not cause in any update of  |
  // |               |        | many recordings                                                |
  // | hiddenRatio   | 1      | power of a hidden line over that of the floor: a line's peak   |
  // |               |        | power is a quarter of its squared amplitude; 16 puts it at     |
  // |               |        | four times the floor                                           |
  // | visible       | 1      | ratio of power to its variance below which a line is dropped   |
  static let most = 31
  static let mostFree = 20
  static let decays = 0.5...8.0
  private static let decayAtMiddle = 1.5
  private static let decayPower = 0.7
  private static let middle = 330.0
  static let firstVariance = 36.0
  static let stiffShare = 0.35
  static let significant = 16.0
  static let certain = 40.0
  private static let leastGlideVariance = 1e-8
  static let hiddenRatio = 16.0
  static let visible = 2.0

  /// The index of the string, and the number n of the partial.
  let string: Int
  let number: Int
  /// The factor n² − 1 of b in the stiff-string model.
  let squareLessOne: Double

  var frequency: Double
  var decay: Double
  /// The expected decay at this frequency, in 1/s.
  let expectedDecay: Double
  /// The relative excess γ of the frequency in the middle of the window.
  var glide = 0.0
  var amplitude = ComplexValue()
  /// The largest power, and the variance of the prior of each part of the amplitude.
  var limit = Double.infinity
  /// False for a partial over `mostFree`, unless it overlaps a line of another string in a long
  /// window.
  var isModelled: Bool
  /// True if the line is part of the model in the present round.
  var isActive: Bool
  /// The largest power that the floor of the spectrum hides at the line.
  var hiddenPower = 0.0
  /// True if the line is not significant, although it is far above the floor: only the sum of it
  /// and of a line of another string is known.
  var isMasked = false
  /// The ratio of the power to its variance if all other parameters are unknown.
  var significance = 0.0
  /// The variance of the frequency after a fit.
  var variance: Double
  /// The bin nearest to the line, where its shape was computed.
  var nearest = 0

  /// The frequency that the string's other partials predict.
  var prior: LinePrior
  /// The information that the spectrum adds to the prior.
  var message = LineInformation()

  /// Makes the line of a partial.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - number: the number n of the partial.
  ///   - frequency: the frequency in hertz.
  ///   - inharmonicitySigma: the standard deviation of B.
  ///   - glideVariance: the variance of γ.
  init(
    string: Int, number: Int, frequency: Double, inharmonicitySigma: Double, glideVariance: Double
  ) {
    self.string = string
    self.number = number
    squareLessOne = Double(number * number) - 1
    isModelled = number <= Self.mostFree
    isActive = isModelled
    self.frequency = frequency
    expectedDecay = Self.decay(at: frequency)
    decay = expectedDecay
    let spread = Self.stiffShare * CentRatio.perNeper * inharmonicitySigma * squareLessOne
    variance = Self.firstVariance + spread * spread
    prior = LinePrior(mean: frequency, variance: variance)
    prior.glideVariance = glideVariance * CentRatio.perNeper * CentRatio.perNeper
  }

  /// Reduces the glide to that in the middle of a later window.
  ///
  /// - Parameter fading: the share of the glide that remains.
  mutating func fadeGlide(by fading: Double) {
    glide *= fading
    prior.fadeGlide(by: fading, leastVariance: Self.leastGlideVariance)
  }

  /// Returns the bins of a spectrum of `count` bins that the shape of the line reaches, after it was
  /// computed.
  @inline(__always)
  func bins(of count: Int) -> Range<Int> {
    let first = max(1, nearest - LineShape.reach)
    return first..<max(first, min(count, nearest + LineShape.reach + 1))
  }

  /// Returns the expected decay of a partial at a frequency, in 1/s.
  private static func decay(at frequency: Double) -> Double {
    let power = powerOfTwo(decayPower * binaryLogarithm(of: frequency / middle))
    return min(max(decayAtMiddle * power, decays.lowerBound), decays.upperBound)
  }

  /// The power, less the share that may be that of another string.
  ///
  /// If two lines have the same frequency, a fit determines only their sum. The power of each then
  /// has a large variance and a small significance.
  var ownPower: Double {
    amplitude.squaredMagnitude * significance / (significance + Self.significant)
  }

  /// True if the power of the line is significantly above 0.
  var isSignificant: Bool { significance > Self.significant }
}
