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
    let angle = 2 * Double.pi * pitch.value / Double(rate.hertz)
    standardError = Cents(Self.centsPerNeper * variance.squareRoot() / angle)
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
