// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Spectral floor")
struct SpectralFloorTests {
  private func noise(_ seed: UInt64, deviation: Double = 0.01) -> [Float] {
    var source = GaussianSource(SplitMix64(seed: seed))
    return (0..<AnalysedSpectrum.count).map { _ in Float(deviation * source.next()) }
  }

  /// The mean level in decibels against `variance`, over the bins from 100 to 700.
  private func level(_ samples: [Float], against variance: Double) throws -> Double {
    let analysed = try AnalysedSpectrum(samples)
    var sum = 0.0
    for bin in 100..<700 { sum += Double(analysed.floor.level.span[bin]) }
    return 10 * log10(2) * sum / 600 - 10 * log10(variance)
  }

  // The power spectrum of white noise has its variance as mean: the floor must find that mean.
  @Test("of white noise lies within 1 dB of its variance")
  func white() throws {
    let levels = try (0..<10).map { try level(noise(UInt64($0) + 60), against: 1e-4) }
    let mean = levels.reduce(0, +) / 10
    #expect(abs(mean) < 1, "\(mean) dB")
  }

  @Test("is unaffected by a few strong peaks")
  func peaks() throws {
    for seed in [UInt64(70), 71, 72] {
      var samples = noise(seed)
      let before = try level(samples, against: 1e-4)
      let string = AnalysedSpectrum.string(
        first: 220, inharmonicity: 0, amplitudes: [0.3, 0.3, 0.3, 0.2, 0.1])
      for index in samples.indices { samples[index] += string[index] }
      let after = try level(samples, against: 1e-4)
      #expect(abs(after - before) < 2, "\(before) → \(after) dB")
    }
  }

  @Test("rises to a background where that is higher, and nowhere else")
  func raise() {
    var floor = SpectralFloor(binCount: 200)
    floor.measure([Float](repeating: -20, count: 200).span)
    var before: [Float] = []
    for bin in 0..<200 { before.append(floor.level.span[bin]) }
    var background = AlignedBuffer(count: 200)
    do {
      var span = background.mutableSpan
      for bin in 0..<200 { span[bin] = bin == 90 ? 5 : -100 }
    }
    floor.raise(to: background)
    for bin in 0..<200 {
      let level = floor.level.span[bin]
      #expect(level == (bin == 90 ? 5 : before[bin]))
    }
  }

  @Test(
    "clamps levels to its limits",
    arguments: [Float(-1000), 1000, .infinity, .nan])
  func extremes(level: Float) {
    var floor = SpectralFloor(binCount: 300)
    floor.measure([Float](repeating: level, count: 300).span)
    for bin in 0..<300 {
      let found = floor.level.span[bin]
      #expect(found.isFinite)
    }
  }

  /// A unit of the last place of 0.75 is 2⁻²⁴, two of them are −46 in log₂ of power; the mean of
  /// exponential power lies 2.62 over its 15 % quantile.
  @Test("is no lower than the rounding of a subtracted mean")
  func rounding() {
    var floor = SpectralFloor(binCount: 300)
    let levels = [Float](repeating: -100, count: 300)
    for (mean, expected) in [(Float(0), Float(-97.38)), (0.75, -43.38), (-0.75, -43.38)] {
      floor.measure(levels.span, mean: mean)
      // The compared spectrum is tilted by 1.5 dB an octave; the level has the tilt removed.
      let tilt: Float = mean == 0 ? 0 : 0.5 * log2(136)
      let found = floor.level.span[136] + tilt
      #expect(abs(found - expected) < 0.2, "\(mean)")
    }
  }

  /// The sorted levels of every second bin within 32 of each sixteenth, tilted by 1.5 dB an octave.
  @Test("goes through the 15 % quantiles, raised to the mean", arguments: [200, 257, 823])
  func quantiles(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count))
    let levels = (0..<count).map { _ in Float(Double.random(in: -60 ... -20, using: &numbers)) }
    var floor = SpectralFloor(binCount: count)
    floor.measure(levels.span)
    for centre in stride(from: 8, to: count, by: 16) {
      let reach = centre < 48 ? 20 : 32
      let first = max(2, centre - reach)
      let end = min(count, first == 2 ? 2 + 2 * reach : centre + reach)
      let around = stride(from: first, to: end, by: 2)
        .map { Double(levels[$0]) + 0.5 * log2(Double($0)) }.sorted()
      let expected =
        around[Int(0.15 * Double(around.count))] + 2.6215 - 0.5 * log2(Double(centre))
      let found = floor.level.span[centre]
      #expect(abs(Double(found) - expected) < 1e-4, "bin \(centre)")
    }
  }
}
