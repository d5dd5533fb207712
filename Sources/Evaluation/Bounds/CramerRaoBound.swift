// SPDX-License-Identifier: MIT

public import Acoustics

/// The least error that any unbiased estimator of a harmonic tone's pitch can have in white noise.
///
/// var(ω0) ≥ 24σ² / (N(N² − 1)·Σ n²A_n²), ω0 in radians a sample, for N samples of Σ A_n cos(n·ω0·t
/// + φ_n) with unknown amplitudes and phases in real noise of variance σ². It holds if N spans
/// several periods. Rife & Boorstyn 1974, doi:10.1109/TIT.1974.1055282.
public struct CramerRaoBound: Hashable, Sendable {
  /// The smallest standard error of the pitch.
  public let standardError: Cents

  /// Computes the bound; `nil` without signal, without noise, or with fewer than 2 samples.
  ///
  /// - Parameters:
  ///   - samples: the length of the window, at least 2.
  ///   - rate: samples a second.
  ///   - pitch: the fundamental, above 0.
  ///   - amplitudes: the peak amplitude of partial 1, 2, …; 0 where one is missing.
  ///   - noiseVariance: the noise's mean square over the full band, in the same scale, above 0.
  public init?(
    samples: Int, rate: SampleRate, pitch: Hertz, amplitudes: [Double], noiseVariance: Double
  ) {
    let information = compensatedSum(
      amplitudes.enumerated().lazy.map { index, amplitude in
        let slope = Double(index + 1) * amplitude
        return slope * slope
      })
    guard samples > 1, pitch.value > 0, noiseVariance > 0, information > 0,
      information.isFinite, noiseVariance.isFinite
    else { return nil }
    let count = Double(samples)
    let variance = 24 * noiseVariance / (count * (count * count - 1) * information)
    standardError = Self.standardError(variance, of: pitch, at: rate)
  }

  private static func standardError(
    _ variance: Double, of pitch: Hertz, at rate: SampleRate
  ) -> Cents {
    let angle = 2 * Double.pi * pitch.value / Double(rate.hertz)
    return Cents(centsPerNeper * variance.squareRoot() / angle)
  }

  /// Computes the bound for partials that decay during the window; `nil` as above.
  ///
  /// var(ω0) ≥ 2σ² / Σ w(t)·(t − m)², w(t) = Σ n²·A_n(t)² and m the mean of t weighted by w. With
  /// constant amplitudes this is the formula of the type. The phases of partials that decay at
  /// different rates cost further information, so no estimator is below this bound either.
  ///
  /// - Parameters:
  ///   - samples: the length of the window, at least 2.
  ///   - rate: samples a second.
  ///   - pitch: the fundamental, above 0.
  ///   - weightedSquaredAmplitudes: w in the middle of each of equal parts of the window; at most
  ///     one part for each sample.
  ///   - noiseVariance: the noise's mean square over the full band, in the same scale, above 0.
  public init?(
    samples: Int, rate: SampleRate, pitch: Hertz, weightedSquaredAmplitudes: [Double],
    noiseVariance: Double
  ) {
    let parts = weightedSquaredAmplitudes
    let sum = compensatedSum(parts)
    guard samples > 1, (1...samples).contains(parts.count), pitch.value > 0, noiseVariance > 0,
      sum > 0, sum.isFinite, noiseVariance.isFinite
    else { return nil }
    let length = Double(samples) / Double(parts.count)
    let mean = compensatedSum(parts.enumerated().lazy.map { Double($0) * $1 }) / sum
    let spread = compensatedSum(
      parts.enumerated().lazy.map { index, weight in
        let distance = length * (Double(index) - mean)
        return weight * (distance * distance + (length * length - 1) / 12)
      })
    standardError = Self.standardError(
      2 * noiseVariance / (length * spread), of: pitch, at: rate)
  }

  /// Computes the bound at a signal-to-noise ratio: Σ A_n² / 2 over the noise's variance.
  public init?(
    samples: Int, rate: SampleRate, pitch: Hertz, amplitudes: [Double], signalToNoise: Decibels
  ) {
    let power = compensatedSum(amplitudes.lazy.map { $0 * $0 / 2 })
    let ratio = signalToNoise.amplitude
    self.init(
      samples: samples, rate: rate, pitch: pitch, amplitudes: amplitudes,
      noiseVariance: power / (ratio * ratio))
  }

  /// Returns the magnitude of `error` as a multiple of the bound.
  ///
  /// The root mean square of this ratio over many readings is 1 for an efficient estimator.
  public func ratio(of error: Cents) -> Double { error.magnitude.value / standardError.value }

  /// 1200 / ln 2: the cents of a change by the factor e.
  private static let centsPerNeper = 1731.234_049_066_756
}
