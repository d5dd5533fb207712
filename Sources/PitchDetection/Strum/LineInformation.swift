// SPDX-License-Identifier: MIT

internal import Acoustics

/// What is believed of a line before its spectrum is looked at: a normal distribution of its settled
/// frequency and of its glide.
struct LinePrior: BitwiseCopyable {
  /// The mean of the settled frequency in hertz, and its variance in cents².
  var mean: Double
  var variance: Double
  /// The mean of the glide in cents, its variance, and its covariance with the frequency, in cents².
  var glide = 0.0
  var glideVariance = 1.0
  var covariance = 0.0

  /// The inverse of the covariance matrix.
  var precision: (frequency: Double, both: Double, glide: Double) {
    let scale = 1 / (variance * glideVariance - covariance * covariance)
    return (glideVariance * scale, -covariance * scale, variance * scale)
  }

  /// Reduces the glide to a share of it.
  mutating func fadeGlide(by share: Double, leastVariance: Double) {
    glide *= share
    covariance *= share
    glideVariance = max(glideVariance * share * share, leastVariance)
  }
}

/// What the spectrum tells of a line beyond its prior: the exponent −½·xᵀPx + hᵀx of a likelihood of
/// x = (cents of the settled frequency over `reference`, cents of the glide).
///
/// A window tells the frequency and the glide together much better than each alone: a higher frequency
/// with a smaller glide looks almost the same. So P has a large element outside of its diagonal, and
/// the strings' laws and glides are fitted together.
struct LineInformation: BitwiseCopyable {
  /// The frequency in hertz from which the cents count.
  var reference = 1.0
  /// P.
  var frequency = 0.0
  var both = 0.0
  var glide = 0.0
  /// h.
  var frequencyPart = 0.0
  var glidePart = 0.0

  /// True where the spectrum tells anything.
  var isHeard: Bool { frequency > 0 }

  /// Returns the cents over `reference` that are told where the glide is known.
  func cents(glide: Double) -> Double { (frequencyPart - both * glide) / frequency }

  /// Returns the information about what is common to all lines of a string, where each line has a
  /// deviation of its own.
  ///
  /// - Parameters:
  ///   - scatter: the variance of the lines' frequencies about the law, in cents².
  ///   - difference: the variance of the lines' glides about the string's, in cents².
  /// - Returns: (P⁻¹ + R)⁻¹ with the same mean, R the two variances.
  func common(scatter: Double, difference: Double) -> LineInformation {
    // M = (I + P·R)⁻¹, then M·P and M·h.
    let (a, b) = (1 + frequency * scatter, both * difference)
    let (c, d) = (both * scatter, 1 + glide * difference)
    let scale = 1 / (a * d - b * c)
    var result = self
    result.frequency = (d * frequency - b * both) * scale
    result.both = (d * both - b * glide) * scale
    result.glide = (a * glide - c * both) * scale
    result.frequencyPart = (d * frequencyPart - b * glidePart) * scale
    result.glidePart = (a * glidePart - c * frequencyPart) * scale
    return result
  }
}
