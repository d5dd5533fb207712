// SPDX-License-Identifier: MIT

internal import Acoustics

/// The information about a line that the spectrum adds to its prior.
///
/// It is the exponent −½·xᵀPx + hᵀx of a likelihood of x, which consists of the frequency after the
/// glide, in cents over `reference`, and of the glide in cents. A window determines both together
/// much better than each alone, because a higher frequency with a smaller glide has almost the same
/// spectrum. P therefore has a large element off its diagonal, and the frequencies and glides of
/// the strings are fitted together.
struct LineInformation: BitwiseCopyable {
  /// The frequency in hertz from which the cents count.
  var reference = 1.0
  /// The elements of P: of the frequency, between frequency and glide, and of the glide.
  var frequency = 0.0
  var cross = 0.0
  var glide = 0.0
  /// The elements of h.
  var frequencyPart = 0.0
  var glidePart = 0.0

  /// True if the spectrum adds information.
  var isInformative: Bool { frequency > 0 }

  /// Returns the most likely cents over `reference` for a given glide.
  func cents(glide: Double) -> Double { (frequencyPart - cross * glide) / frequency }

  /// Returns the information about the string that a line gives, given the line's own deviation.
  ///
  /// - Parameters:
  ///   - scatter: the variance of the lines' frequencies about the fit, in cents².
  ///   - difference: the variance of the lines' glides about the string's, in cents².
  /// - Returns: (P⁻¹ + R)⁻¹ with the same mean, R the two variances.
  func common(scatter: Double, difference: Double) -> LineInformation {
    // M = (I + P·R)⁻¹, then M·P and M·h.
    let (a, b) = (1 + frequency * scatter, cross * difference)
    let (c, d) = (cross * scatter, 1 + glide * difference)
    let scale = 1 / (a * d - b * c)
    var result = self
    result.frequency = (d * frequency - b * cross) * scale
    result.cross = (d * cross - b * glide) * scale
    result.glide = (a * glide - c * cross) * scale
    result.frequencyPart = (d * frequencyPart - b * glidePart) * scale
    result.glidePart = (a * glidePart - c * frequencyPart) * scale
    return result
  }
}
