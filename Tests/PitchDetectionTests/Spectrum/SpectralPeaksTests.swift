// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Spectral peaks")
struct SpectralPeaksTests {
  @Test("of one loud sine are a single peak, without side lobes", arguments: [1024, 1500, 2048])
  func sideLobes(count: Int) throws {
    for frequency in [203.7, 911, 2345.6] {
      let samples = AnalysedSpectrum.string(
        first: frequency, inharmonicity: 0, amplitudes: [0.9], count: count)
      let analysed = try AnalysedSpectrum(samples)
      let found = analysed.peaks.count
      // Rounding errors of single precision may form peaks in silence; their evidence is near zero.
      var evidence = 0.0
      var strongest = (frequency: 0.0, evidence: 0.0)
      for index in 0..<found {
        let peak = analysed.peaks.list[index]
        if peak.evidence > strongest.evidence { strongest = (peak.frequency, peak.evidence) }
        evidence += peak.evidence
      }
      #expect(abs(strongest.frequency - frequency) < 0.1 * analysed.native)
      #expect(strongest.evidence > 0.8 * evidence, "\(found) peaks of \(frequency) Hz")
    }
  }

  @Test("lie at the partials in rising order, with the evidence summed from the top")
  func places() throws {
    let amplitudes = [0.2, 0.1, 0.15, 0.05, 0.1]
    var samples = AnalysedSpectrum.string(
      first: 220, inharmonicity: 1e-4, amplitudes: amplitudes)
    var noise = SplitMix64(seed: 81)
    for index in samples.indices {
      samples[index] += 1e-3 * Float.random(in: -1...1, using: &noise)
    }
    let analysed = try AnalysedSpectrum(samples)
    var frequencies: [Double] = []
    var sum = 0.0
    for index in stride(from: analysed.peaks.count - 1, through: 0, by: -1) {
      let peak = analysed.peaks.list[index]
      sum += peak.evidence * peak.weight
      let summed = analysed.peaks.evidence(from: index)
      #expect(abs(summed - sum) < 1e-12)
      if peak.evidence > 2 { frequencies.insert(peak.frequency, at: 0) }
    }
    let total = analysed.peaks.totalEvidence
    #expect(abs(total - sum) < 1e-9)
    #expect(frequencies.count == 5)
    for (place, frequency) in frequencies.enumerated() {
      let expected = AnalysedSpectrum.partial(Double(place + 1), first: 220, inharmonicity: 1e-4)
      // A parabola through levels of a Hann window's lobe is off by at most a twentieth of a bin.
      #expect(abs(frequency - expected) < 0.05 * AnalysedSpectrum.binWidth)
    }
  }

  @Test("of silence are none")
  func silence() throws {
    let analysed = try AnalysedSpectrum([Float](repeating: 0, count: 2048))
    let count = analysed.peaks.count
    #expect(count == 0)
  }
}

@Suite("Inharmonic comb")
struct InharmonicCombTests {
  private func spectrum(
    _ first: Double, inharmonicity: Double, amplitudes: [Double]
  ) throws -> AnalysedSpectrum {
    var samples = AnalysedSpectrum.string(
      first: first, inharmonicity: inharmonicity, amplitudes: amplitudes)
    var noise = SplitMix64(seed: 91)
    for index in samples.indices {
      samples[index] += 1e-4 * Float.random(in: -1...1, using: &noise)
    }
    return try AnalysedSpectrum(samples)
  }

  @Test(
    "scores the pitch of a stiff string above its octaves and twelfths",
    arguments: [41.2, 55, 82.41, 110, 196, 329.63, 659.26])
  func octaves(first: Double) throws {
    let whole = (1...12).map { 0.1 / Double($0) }
    var weak = whole
    weak[0] *= 0.02
    var missing = whole
    missing[0] = 0
    for amplitudes in [whole, weak, missing] {
      let analysed = try spectrum(first, inharmonicity: 2e-4, amplitudes: amplitudes)
      let scored = analysed.score(first)
      let own = try #require(scored)
      for other in [first / 3, first / 2, 2 * first, 3 * first] {
        let value = analysed.score(other)?.value ?? -.infinity
        #expect(value < own.value, "\(other) beats \(first): \(value) > \(own.value)")
      }
      #expect(abs(own.frequency / first - 1) < 1e-3)
      #expect(own.explained > 0.9)
      #expect(own.matchedCount >= 4)
    }
  }

  @Test(
    "keeps the pitch of a string whose first partial beats",
    arguments: [77.8, 82.41, 110, 123.47], [0.9, 1, 1.1])
  func beatingFirst(first: Double, balance: Double) throws {
    // Two modes 4 Hz apart, out of phase in the middle of the window: peaks beside the place of the
    // partial, and none at it.
    var samples = AnalysedSpectrum.string(
      first: first, inharmonicity: 1e-4, amplitudes: [0] + (2...14).map { 0.2 / Double($0) })
    var noise = SplitMix64(seed: 92)
    for index in samples.indices {
      let seconds = (Double(index) - Double(samples.count) / 2) / AnalysedSpectrum.rate
      let modes =
        sin(2 * .pi * (first - 2) * seconds) - balance * sin(2 * .pi * (first + 2) * seconds)
      samples[index] += Float(0.1 * modes) + 1e-4 * Float.random(in: -1...1, using: &noise)
    }
    let analysed = try AnalysedSpectrum(samples)
    var nearest = Double.infinity
    for index in 0..<analysed.peaks.count {
      nearest = min(nearest, abs(analysed.peaks.list[index].frequency - first))
    }
    try #require(nearest > 2, "the beat leaves no peak at its place")
    let scored = analysed.score(first)
    let octave = analysed.score(2 * first)?.value ?? 0
    let score = try #require(scored)
    #expect(abs(score.frequency / first - 1) < 0.003)
    #expect(score.matchedCount >= 12)
    #expect(score.value > octave)
  }

  @Test("stops early only for pitches whose score cannot be high enough")
  func least() throws {
    let analysed = try spectrum(110, inharmonicity: 1e-4, amplitudes: [0.1, 0.1, 0.1, 0.1])
    let scored = analysed.score(110)
    let own = try #require(scored).value
    var comb = InharmonicComb(
      highest: AnalysedSpectrum.highest, binWidth: AnalysedSpectrum.binWidth)
    let hopeless = comb.score(
      110, in: analysed.peaks, levels: analysed.spectrum.levels, floor: analysed.floor.level.span,
      native: analysed.native, hum: MainsHum(), least: own + 100)
    #expect(hopeless == nil)
    let just = comb.score(
      110, in: analysed.peaks, levels: analysed.spectrum.levels, floor: analysed.floor.level.span,
      native: analysed.native, hum: MainsHum(), least: own - 1e-6)
    #expect(just?.value == own)
  }
}

@Suite("Inharmonic fit")
struct StiffFitTests {
  @Test(
    "of exact partials equals the values of their string",
    arguments: [(82.41, 1.3e-4), (30.87, 3.5e-4), (196, 0)])
  func exact(first: Double, inharmonicity: Double) {
    var fit = InharmonicFit(
      squaredFrequency: first * first * 1.002, inharmonicity: 1e-4, spread: 10)
    for number in 1...12 {
      fit.add(
        AnalysedSpectrum.partial(Double(number), first: first, inharmonicity: inharmonicity),
        as: number, slope: 1, weight: 1)
    }
    #expect(abs(fit.f1Squared.squareRoot() / first - 1) < 1e-9)
    // b = B·f0² = B·f1²/(1 + B).
    let expected = inharmonicity / (1 + inharmonicity)
    #expect(abs(fit.b / fit.f1Squared - expected) < 1e-9)
    for number in 1...12 {
      let frequency = Double(number) * fit.squared(number).squareRoot()
      let exact = AnalysedSpectrum.partial(
        Double(number), first: first, inharmonicity: inharmonicity)
      #expect(abs(frequency - exact) < 1e-6 * exact)
    }
  }

  @Test("weighs the prior of the first partial like a measurement")
  func known() {
    var fit = InharmonicFit(
      squaredFrequency: 100 * 100, inharmonicity: 0, spread: 1e-12, error: 0.01)
    // Known to 1 Hz, and measured to 1 Hz: half way, in f².
    fit.add(104, as: 1, slope: 1, weight: 1)
    let expected =
      (100 * 100 / (200.0 * 200) + 104 * 104 / (208.0 * 208))
      / (1 / (200.0 * 200) + 1 / (208.0 * 208))
    #expect(abs(fit.f1Squared - expected) < 1e-6 * expected)
  }

  @Test("limits B to the range of strings")
  func limits() {
    var flat = InharmonicFit(squaredFrequency: 10000, inharmonicity: 0, spread: 10)
    var stiff = flat
    for number in 1...8 {
      flat.add(Double(number) * 100 * (1 - 2e-3 * Double(number)), as: number, slope: 1, weight: 1)
      stiff.add(Double(number) * 100 * (1 + 1e-2 * Double(number)), as: number, slope: 1, weight: 1)
    }
    #expect(flat.b == 0)
    #expect(abs(stiff.b / stiff.f1Squared - InharmonicFit.highestInharmonicity) < 2e-4)
  }
}
