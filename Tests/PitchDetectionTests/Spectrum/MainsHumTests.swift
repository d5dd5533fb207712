// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Mains hum")
struct MainsHumTests {
  /// Lines of `mains` at the multiples `numbers`, the first of amplitude `level`, the others by
  /// 1/n.
  private func hum(_ mains: Double, _ numbers: [Int] = Array(1...12), level: Double) -> [Float] {
    makeSamples(AnalysedSpectrum.count) { index in
      let turns = 2 * Double.pi * mains * Double(index) / AnalysedSpectrum.rate
      var (sum, place) = (0.0, 0)
      while place < numbers.count {
        let n = Double(numbers[place])
        sum += level / n * sin(n * turns + 3 * n)
        place += 1
      }
      return Float(sum)
    }
  }

  private func string(_ first: Double, inharmonicity: Double = 1e-4) -> [Float] {
    AnalysedSpectrum.string(
      first: first, inharmonicity: inharmonicity, amplitudes: (1...10).map { 0.1 / Double($0) })
  }

  private func sum(_ first: [Float], _ second: [Float]) -> [Float] { zip(first, second).map(+) }

  @Test(
    "is found beside a string, with the frequency of the mains",
    arguments: [49.85, 50, 50.12, 59.9, 60], [110, 196, 329.63, 880])
  func found(mains: Double, first: Double) throws {
    let analysed = try AnalysedSpectrum(sum(string(first), hum(mains, level: 0.02)))
    let hum = MainsHum(in: analysed.peaks, native: analysed.native, rate: AnalysedSpectrum.rate)
    #expect(abs(hum.frequency / mains - 1) < 1.5e-3, "\(hum.frequency)")
    var evidence = 0.0
    for index in 0..<analysed.peaks.count where hum.isLine(index) {
      let peak = analysed.peaks.list[index]
      let multiple = peak.frequency / mains
      #expect(abs(multiple - multiple.rounded()) < 0.1, "\(peak.frequency)")
      evidence += peak.evidence * peak.weight
    }
    #expect(evidence == hum.evidence)
  }

  @Test(
    "is not found in a string alone",
    arguments: [
      30.87, 41.2, 61.74, 73.42, 82.41, 98, 110, 123.47, 146.83, 196, 246.94, 329.63, 880,
    ])
  func string(first: Double) throws {
    let analysed = try AnalysedSpectrum(string(first))
    #expect(
      MainsHum(in: analysed.peaks, native: analysed.native, rate: AnalysedSpectrum.rate).frequency
        == 0)
  }

  @Test("needs a window that resolves its lines")
  func short() throws {
    let samples = sum(string(196), hum(50, level: 0.02))
    let analysed = try AnalysedSpectrum(Array(samples.prefix(700)))
    #expect(analysed.native > 16)
    #expect(
      MainsHum(in: analysed.peaks, native: analysed.native, rate: AnalysedSpectrum.rate).frequency
        == 0)
  }

  @Test(
    "does not count in the comb of an unrelated string",
    arguments: [50.0, 60])
  func comb(mains: Double) throws {
    let first = 880.0
    let clean = try AnalysedSpectrum(string(first))
    let disturbed = try AnalysedSpectrum(sum(string(first), hum(mains, level: 0.05)))
    let hum = MainsHum(in: disturbed.peaks, native: disturbed.native, rate: AnalysedSpectrum.rate)
    #expect(hum.excused(for: first) == hum.evidence)
    let scores = (clean.score(first), disturbed.score(first, hum: hum), disturbed.score(first))
    let alone = try #require(scores.0)
    let excused = try #require(scores.1)
    let charged = try #require(scores.2)
    #expect(abs(excused.value - alone.value) < 1)
    #expect(charged.value < excused.value - 5)
    #expect(excused.explained > 0.8)
    #expect(charged.explained < 0.5)
  }

  @Test("counts for pitches that share its lines")
  func charged() throws {
    let analysed = try AnalysedSpectrum(sum(string(196), hum(50, level: 0.02)))
    let hum = MainsHum(in: analysed.peaks, native: analysed.native, rate: AnalysedSpectrum.rate)
    try #require(hum.frequency > 0)
    // The mains and their multiples; pitches whose second, third or fourth partial is one.
    for pitch in [49.0, 50, 50.9, 100, 150, 250, 900, 25, 75, 125, 33.33, 66.67, 37.5] {
      #expect(hum.excused(for: pitch) == 0, "\(pitch)")
    }
    for pitch in [41.2, 82.41, 110, 146.83, 196, 246.94, 329.63, 1046.5] {
      #expect(hum.excused(for: pitch) == hum.evidence, "\(pitch)")
    }
  }

  @Test("has a pitch of its own only beside a settled string")
  func beside() throws {
    let analysed = try AnalysedSpectrum(sum(string(196), hum(50, level: 0.02)))
    let hum = MainsHum(in: analysed.peaks, native: analysed.native, rate: AnalysedSpectrum.rate)
    let settled = TrackedPitch(frequency: 196, confidence: 0.9, unbroken: 0.5)
    for pitch in [50.0, 100.1, 150] { #expect(hum.isHum(pitch, beside: settled)) }
    for pitch in [49.0, 51, 75, 98, 196, 200, 250] {
      #expect(!hum.isHum(pitch, beside: settled), "\(pitch)")
    }
    #expect(!hum.isHum(50, beside: nil))
    #expect(!hum.isHum(50, beside: TrackedPitch(frequency: 196, confidence: 0.9, unbroken: 0.1)))
    #expect(!hum.isHum(50, beside: TrackedPitch(frequency: 196, confidence: 0.4, unbroken: 0.5)))
    #expect(!hum.isHum(50, beside: TrackedPitch(frequency: 100, confidence: 0.9, unbroken: 0.5)))
    #expect(!MainsHum().isHum(50, beside: settled))
  }

  @Test("leaks its whole power into a window at its line", arguments: [50.0, 60])
  func power(mains: Double) throws {
    let level = 0.02
    let analysed = try AnalysedSpectrum(sum(string(196), hum(mains, level: level)))
    let hum = MainsHum(in: analysed.peaks, native: analysed.native, rate: AnalysedSpectrum.rate)
    func power(_ place: Double) -> Double {
      hum.power(about: place, width: analysed.native, in: analysed.peaks)
    }
    // The square of half the amplitude is what the transform of a sine has.
    // A peak between two bins is up to 1.4 dB lower.
    for number in [1.0, 2, 5] {
      let expected = level * level / (4 * number * number)
      #expect(abs(power(number * mains) / expected - 1) < 0.4, "line \(number)")
    }
    // One bin of the window beside it half the amplitude is left, and hardly any between the lines.
    let line = power(mains)
    #expect(abs(power(mains + analysed.native) / line - 0.25) < 0.05)
    #expect(power(1.5 * mains) < 1e-2 * line)
  }

  @Test(
    "enters the standard error of a low string beside it",
    arguments: [29.5, 35.5, 46, 82.41])
  func crowding(first: Double) throws {
    var noise = GaussianSource(SplitMix64(seed: 5))
    var (with, without) = (0.0, 0.0)
    for _ in 0..<30 {
      let samples = sum(string(first), hum(50, [1, 3, 5, 7, 9], level: 0.2)).map {
        $0 + Float(0.003 * noise.next())
      }
      let analysed = try AnalysedSpectrum(samples)
      let hum = MainsHum(
        in: analysed.peaks, native: analysed.native, rate: AnalysedSpectrum.rate)
      with += meanSquare(of: samples, first, analysed, hum.crowding(first)) / 30
      without += meanSquare(of: samples, first, analysed, MainsHum()) / 30
    }
    #expect(with.squareRoot() < 3, "RMS of error over standard error: \(with.squareRoot())")
    #expect(without.squareRoot() > 7, "and without the lines: \(without.squareRoot())")
  }

  /// The mean square of error over standard error of the partials that are heard.
  private func meanSquare(
    of samples: [Float], _ first: Double, _ analysed: borrowing AnalysedSpectrum, _ hum: MainsHum
  ) -> Double {
    var measurement = PartialMeasurement(
      sampleRate: AnalysedSpectrum.rate, longest: AnalysedSpectrum.count)
    let fit = InharmonicFit(squaredFrequency: first * first, inharmonicity: 1e-4, spread: 1)
    _ = measurement.measure(
      samples.span, fit: fit, background: [Float]().span, hum: hum, peaks: analysed.peaks,
      binWidth: AnalysedSpectrum.binWidth, highest: AnalysedSpectrum.highest, knowsNoise: false)
    var (squares, count) = (0.0, 0.0)
    for index in 0..<measurement.count where measurement[index].isPresent {
      let exact = AnalysedSpectrum.partial(Double(index + 1), first: first, inharmonicity: 1e-4)
      let error = (measurement[index].frequency - exact) / measurement[index].standardError
      squares += error * error
      count += 1
    }
    return squares / count
  }
}
