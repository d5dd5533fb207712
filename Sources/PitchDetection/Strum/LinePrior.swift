// SPDX-License-Identifier: MIT

/// The prior of a line: a normal distribution of its frequency after the glide and of its glide.
struct LinePrior: BitwiseCopyable {
  /// The mean of the frequency after the glide in hertz, and its variance in cents².
  var mean: Double
  var variance: Double
  /// The mean of the glide in cents, its variance, and its covariance with the frequency, in
  /// cents².
  var glide = 0.0
  var glideVariance = 1.0
  var covariance = 0.0

  /// The inverse of the covariance matrix.
  var precision: (frequency: Double, cross: Double, glide: Double) {
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
