// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Partial measurement")
struct PartialMeasurementTests {
  private func measurement(
    _ samples: [Float], first: Double, inharmonicity: Double, background: [Float] = []
  ) -> PartialMeasurement {
    var measurement = PartialMeasurement(
      sampleRate: AnalysedSpectrum.rate, longest: AnalysedSpectrum.count)
    let fit = InharmonicFit(
      squaredFrequency: first * first, inharmonicity: inharmonicity / (1 + inharmonicity), spread: 1
    )
    let isMeasured = measurement.measure(
      samples.span, fit: fit, background: background.span, hum: MainsHum(),
      peaks: SpectralPeaks(), binWidth: AnalysedSpectrum.binWidth,
      highest: AnalysedSpectrum.highest, knowsNoise: false)
    #expect(isMeasured)
    return measurement
  }

  /// The first partial of a string at 147 Hz.
  private func firstPartial(of samples: [Float], background: [Float]) -> Partial {
    let found = measurement(
      samples, first: 147, inharmonicity: 0, background: background)
    return found[0]
  }

  @Test(
    "finds pure partials a cent away from the expected frequency",
    arguments: [41.2, 82.41, 110, 329.63])
  func pure(first: Double) {
    let samples = AnalysedSpectrum.string(
      first: first, inharmonicity: 1e-4, amplitudes: (1...8).map { 0.1 / Double($0) })
    let found = measurement(samples, first: first * 1.000_578, inharmonicity: 1e-4)
    let count = found.count
    #expect(count >= 8)
    for index in 0..<8 {
      let partial = found[index]
      let exact = AnalysedSpectrum.partial(Double(index + 1), first: first, inharmonicity: 1e-4)
      #expect(partial.number == index + 1)
      #expect(partial.isPresent)
      let error = 1200 * log2(partial.frequency / exact)
      #expect(abs(error) < 0.02, "partial \(index + 1) of \(first): \(error) cents")
      #expect(abs(partial.amplitude / (0.05 / Double(index + 1)) - 1) < 0.02)
      #expect(abs(partial.glide) < 1e-3)
    }
  }

  /// A partial of one sine has no neighbours, and is measured to the rounding of single precision.
  @Test(
    "measures a sine with an error below a thousandth of a cent", arguments: [97.3, 220, 1234.5])
  func sine(frequency: Double) {
    let samples = AnalysedSpectrum.string(first: frequency, inharmonicity: 0, amplitudes: [0.4])
    let found = measurement(samples, first: frequency, inharmonicity: 0)
    let partial = found[0]
    let error = 1200 * log2(partial.frequency / frequency)
    #expect(partial.isPresent)
    #expect(abs(error) < 1e-3, "\(error) cents")
  }

  /// In white noise the scatter of the measurements equals their standard error.
  @Test("has an error that agrees with its standard error in white noise")
  func standardError() {
    var noise = GaussianSource(SplitMix64(seed: 17))
    var (ratio, count) = (0.0, 0.0)
    for _ in 0..<60 {
      var samples = AnalysedSpectrum.string(
        first: 110, inharmonicity: 0, amplitudes: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
      for index in samples.indices { samples[index] += Float(0.01 * noise.next()) }
      let found = measurement(samples, first: 110, inharmonicity: 0)
      for index in 0..<6 {
        let partial = found[index]
        guard partial.isPresent else { continue }
        let error = (partial.frequency - 110 * Double(index + 1)) / partial.standardError
        ratio += error * error
        count += 1
      }
    }
    #expect(count > 350)
    let root = (ratio / count).squareRoot()
    #expect((0.75...1.33).contains(root), "RMS of error over standard error: \(root)")
  }

  /// Rooms are loud below a guitar's strings and quiet above: noise that falls by 12 dB an octave
  /// from 60 Hz on is a tenth in the gaps of what it is at the first partial.
  @Test("uses the background spectrum where the gaps between partials are quieter")
  func room() throws {
    var noise = GaussianSource(SplitMix64(seed: 23))
    var (first, second) = (0.0, 0.0)
    let share = 1 - exp(-2 * Double.pi * 60 / AnalysedSpectrum.rate)
    func roomNoise() -> Float {
      first += share * (noise.next() - first)
      second += share * (first - second)
      return Float(0.1 * second)
    }
    var (known, unknown, count) = (0.0, 0.0, 0.0)
    for _ in 0..<80 {
      var background = LearnedBackground(binCount: AnalysedSpectrum.binCount)
      for _ in 0..<4 {
        let before = makeSamples(AnalysedSpectrum.count) { _ in roomNoise() }
        let analysed = try AnalysedSpectrum(before)
        background.learn(analysed.spectrum.power, samplePower: 1, seconds: 0.05)
      }
      var samples = AnalysedSpectrum.string(
        first: 147, inharmonicity: 0, amplitudes: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
      for index in samples.indices { samples[index] += roomNoise() }
      let powers = background.power.span
      let levels = powers.indices.map { powers[$0] }
      let heard = firstPartial(of: samples, background: levels)
      let withoutBackground = firstPartial(of: samples, background: [])
      #expect(heard.isPresent && withoutBackground.isPresent)
      let error = heard.frequency - 147
      known += error * error / (heard.standardError * heard.standardError)
      unknown += error * error / (withoutBackground.standardError * withoutBackground.standardError)
      count += 1
    }
    let (root, rootOfGaps) = ((known / count).squareRoot(), (unknown / count).squareRoot())
    #expect((0.7...1.4).contains(root), "RMS of error over standard error: \(root)")
    // The noise in the gaps alone is far too low in this room: the test separates the two methods.
    #expect(rootOfGaps > 2, "RMS of error over standard error by the gaps: \(rootOfGaps)")
  }

  @Test("requires about three periods")
  func short() {
    var measurement = PartialMeasurement(sampleRate: 12000, longest: 2048)
    let fit = InharmonicFit(squaredFrequency: 100 * 100, inharmonicity: 0, spread: 1)
    // A period of 120 samples.
    for (count, expected) in [(320, false), (400, true)] {
      let samples = AnalysedSpectrum.string(
        first: 100, inharmonicity: 0, amplitudes: [0.1], count: count)
      let isMeasured = measurement.measure(
        samples.span, fit: fit, background: [Float]().span, hum: MainsHum(),
        peaks: SpectralPeaks(), binWidth: 5.86, highest: 4800, knowsNoise: false)
      #expect(isMeasured == expected)
    }
  }

  private static func points() -> FixedArray<PartialFit.Point> {
    FixedArray(
      repeating: PartialFit.Point(Partial(), at: 0), count: PartialMeasurement.capacity)
  }

  @Test(
    "fits the first partial and B of a stiff string",
    arguments: [(82.41, 1.3e-4), (110, 8e-5), (196, 1.2e-4)])
  func fit(first: Double, inharmonicity: Double) throws {
    let samples = AnalysedSpectrum.string(
      first: first, inharmonicity: inharmonicity, amplitudes: (1...12).map { 0.1 / Double($0) })
    let found = measurement(samples, first: first * 1.0003, inharmonicity: 1e-4)
    var points = Self.points()
    var memory = ShiftMemory()
    let fitted = PartialFit(
      found, near: first * 1.0003, glideSpread: 1e-6, points: &points, memory: &memory,
      after: 0.02)
    let fit = try #require(fitted)
    for frequency in [fit.fit, fit.frequency, fit.frequencyNow] {
      let error = 1200 * log2(frequency / first)
      #expect(abs(error) < 0.01, "\(error) cents")
    }
    #expect(abs(fit.inharmonicity / inharmonicity - 1) < 0.01)
    #expect(fit.carriesInharmonicity)
    #expect(fit.sigma > 0 && fit.sigma < 0.1)
    #expect(fit.presentCount >= 10)
  }

  @Test("gives no fit without partials")
  func nothing() {
    let found = measurement([Float](repeating: 0, count: 2048), first: 110, inharmonicity: 0)
    var points = Self.points()
    var memory = ShiftMemory()
    let isFitted =
      PartialFit(
        found, near: 110, glideSpread: 1e-3, points: &points, memory: &memory, after: 0.02)
      != nil
    #expect(!isFitted)
  }
}
