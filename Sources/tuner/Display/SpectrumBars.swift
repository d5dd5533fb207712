// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing

/// Makes the bars of the spectrum pane: as many to an octave everywhere.
struct SpectrumBars: ~Copyable {
  /// Bars from the left to the right.
  static let count = 72
  // From below a bass's lowest string to where a guitar has little left.
  private static let (lowest, highest) = (40.0, 6000.0)
  // A pane is looked at, not measured with.
  private static let silence = -120.0

  private let sampleRate: SampleRate
  private var transform: PowerTransform
  private var spectrum: PowerSpectrum

  /// Prepares for the newest samples of a stream.
  ///
  /// - Parameters:
  ///   - count: how many there are at most.
  ///   - sampleRate: samples a second.
  /// - Throws: `SignalProcessingError` for a length that can't be transformed.
  init(count: Int, sampleRate: SampleRate) throws(SignalProcessingError) {
    self.sampleRate = sampleRate
    transform = try PowerTransform(count: count)
    spectrum = PowerSpectrum(count: count)
  }

  /// Returns the level of each bar in decibels; a sine at full scale is near 0.
  ///
  /// - Parameter samples: 2 samples or more, up to those that were prepared for.
  /// - Returns: a level for each bar.
  mutating func levels(of samples: Span<Float>) -> [Double] {
    spectrum.analyse(samples, by: &transform)
    let bins = spectrum.levels
    let width = Double(sampleRate.hertz) / Double(spectrum.count)
    let step = pow(Self.highest / Self.lowest, 1 / Double(Self.count))
    // A sine of amplitude 1 peaks at W/6.
    let full = log2(Double(samples.count) / 6)
    return (0..<Self.count).map { bar in
      let low = Self.lowest * pow(step, Double(bar))
      let first = Int((low / width).rounded())
      let last = max(first, Int((low * step / width).rounded()) - 1)
      guard last < bins.count else { return Self.silence }
      var level = -Double.infinity
      for bin in first...last { level = max(level, Double(bins[bin])) }
      let decibels = (level - full) * 10 * log10(2)
      return decibels.isFinite ? max(Self.silence, decibels) : Self.silence
    }
  }
}
