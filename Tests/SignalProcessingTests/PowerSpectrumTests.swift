// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Power spectrum")
struct PowerSpectrumTests {
  private func powers(_ samples: [Float], count: Int) throws -> (power: [Float], levels: [Float]) {
    var transform = try PowerTransform(count: count)
    var spectrum = PowerSpectrum(count: count)
    spectrum.analyse(samples.span, by: &transform)
    var (power, levels): ([Float], [Float]) = ([], [])
    for bin in 0..<spectrum.binCount {
      power.append(spectrum.power[bin])
      levels.append(spectrum.levels[bin])
    }
    return (power, levels)
  }

  /// The mean over 900 bins of 20 spectra; neighbouring bins are not independent, hence 5 %.
  @Test(
    "of white noise has the noise's variance, for any window", arguments: [300, 999, 1920])
  func whiteNoise(count: Int) throws {
    var noise = GaussianSource(SplitMix64(seed: 51))
    var sum = 0.0
    for _ in 0..<20 {
      let samples = (0..<count).map { _ in Float(0.2 * noise.next()) }
      let power = try powers(samples, count: 1920).power
      sum += power[30..<930].reduce(0) { $0 + Double($1) } / 900
    }
    #expect(abs(sum / 20 / 0.04 - 1) < 0.05)
  }

  /// |Σ w·a·cos|² = (a/2·W/2)², over Σw² = 3W/8: a²·W/6.
  @Test("of a sine peaks at a²W/6 in its bin", arguments: [480, 960, 1920])
  func sine(count: Int) throws {
    // 240 of 1920 bins: whole turns in each of these windows, so that nothing is lost between bins.
    let turn = 2 * Double.pi * 240 / 1920
    let samples = makeSamples(count) { Float(0.7 * sin(turn * Double($0) + 1)) }
    let found = try powers(samples, count: 1920)
    let expected = 0.49 * Double(count) / 6
    #expect(abs(Double(found.power[240]) / expected - 1) < 1e-3)
    #expect(found.power.firstIndex(of: found.power.max() ?? 0) == 240)
    #expect(abs(Double(found.levels[240]) - log2(expected)) < 2e-3)
  }

  @Test("removes the mean before the transform", arguments: [480, 1920])
  func mean(count: Int) throws {
    let constant = try powers([Float](repeating: 3, count: count), count: 1920)
    #expect(constant.power.allSatisfy { $0 < 1e-6 })
  }
}
