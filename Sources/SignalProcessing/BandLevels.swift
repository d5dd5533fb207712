// SPDX-License-Identifier: MIT

public import Acoustics
internal import CMathematics

/// The levels of frequency bands that are equally wide on a logarithmic scale.
///
/// Band k of K reaches from l·(h/l)^(k/K) to l·(h/l)^((k+1)/K), where l and h are the lowest and
/// the highest frequency. Its level is that of its strongest bin. The levels are for pictures, not
/// for measurements.
public struct BandLevels: ~Copyable {
  /// The level of a band that has no power, in decibels.
  public static let floor = -120.0

  /// The number of bands.
  public let bandCount: Int
  private let lowest: Hertz
  private let highest: Hertz
  private let sampleRate: SampleRate
  private var transform: PowerTransform
  private var spectrum: PowerSpectrum

  /// Prepares the transform.
  ///
  /// - Parameters:
  ///   - count: the largest number of samples that ``levels(of:)`` takes.
  ///   - bandCount: the number of bands, 1 or more.
  ///   - range: the lowest and the highest frequency, both above 0.
  ///   - sampleRate: samples a second.
  /// - Throws: `SignalProcessingError` for a length that can't be transformed.
  public init(
    count: Int, bandCount: Int, range: ClosedRange<Hertz>, sampleRate: SampleRate
  ) throws(SignalProcessingError) {
    precondition(bandCount > 0 && range.lowerBound.value > 0, "Bands above 0 Hz.")
    self.bandCount = bandCount
    (lowest, highest) = (range.lowerBound, range.upperBound)
    self.sampleRate = sampleRate
    transform = try PowerTransform(count: count)
    spectrum = PowerSpectrum(count: count)
  }

  /// Returns the level of each band in decibels; 0 is a sine of amplitude 1.
  ///
  /// - Parameter samples: 2 samples or more, at most as many as were prepared for.
  /// - Returns: ``bandCount`` levels, the lowest band first; ``floor`` above half the sample rate.
  /// - Complexity: O(n log n). Allocates the result.
  public mutating func levels(of samples: Span<Float>) -> [Double] {
    spectrum.analyse(samples, by: &transform)
    let bins = spectrum.levels
    let width = Double(sampleRate.hertz) / Double(spectrum.count)
    let step = pow(highest.value / lowest.value, 1 / Double(bandCount))
    // A sine of amplitude 1 peaks at W/6.
    let full = log2(Double(samples.count) / 6)
    return (0..<bandCount).map { band in
      let low = lowest.value * pow(step, Double(band))
      let first = Int((low / width).rounded())
      let last = max(first, Int((low * step / width).rounded()) - 1)
      guard last < bins.count else { return Self.floor }
      var level = -Double.infinity
      for bin in first...last { level = max(level, Double(bins[bin])) }
      let decibels = (level - full) * 10 * log10(2)
      return decibels.isFinite ? max(Self.floor, decibels) : Self.floor
    }
  }
}

/// Returns the value with the rank `rank`, 0 to 7, by insertion.
///
/// It is meant for few values, and no branch depends on them.
///
/// - Precondition: `values` holds more than `rank` floats.
public func nthLowest(_ rank: Int, of values: Span<Float>) -> Float {
  precondition((0...7).contains(rank) && rank < values.count)
  var sorted = SIMD8<Float>(repeating: .greatestFiniteMagnitude)
  for index in values.indices {
    let value = SIMD8<Float>(repeating: values[index])
    let before = SIMD8(
      -.infinity, sorted[0], sorted[1], sorted[2], sorted[3], sorted[4], sorted[5], sorted[6])
    // Lower values stay, the new value follows them, and all others move up by one.
    let raised = before.replacing(with: value, where: value .> before)
    sorted = sorted.replacing(with: raised, where: raised .< sorted)
  }
  return sorted[rank]
}
