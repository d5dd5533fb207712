// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("CandidatePitches")
struct CandidatePitchesTests {
  private static let lowest = 29.0

  private func frequencies(_ candidates: borrowing CandidatePitches) -> [Double] {
    (0..<candidates.count).map { candidates.frequencies[$0] }
  }

  private func holds(_ list: [Double], _ frequency: Double) -> Bool {
    list.contains { abs($0 / frequency - 1) < 0.006 }
  }

  /// The candidates that the peaks of `samples` bring.
  private func fromPeaks(
    of samples: [Float], tracked: TrackedPitch? = nil, lowest: Double = lowest
  ) throws -> (found: [Double], peaks: [Double]) {
    let spectrum = try AnalysedSpectrum(samples)
    var candidates = CandidatePitches()
    candidates.collect(tracked)
    candidates.collect(tracked: tracked, peaks: spectrum.peaks, lowest: lowest)
    let count = spectrum.peaks.count
    return (frequencies(candidates), (0..<count).map { spectrum.peaks.list[$0].frequency })
  }

  private func string(_ first: Double) -> [Float] {
    AnalysedSpectrum.string(
      first: first, inharmonicity: 1e-4, amplitudes: [0.02, 0.1, 0.3, 0.2, 0.15, 0.1, 0.05, 0.03])
  }

  @Test("include the pitch of a string whose first partial is weak", arguments: [82.4, 110, 246.9])
  func weakFirst(first: Double) throws {
    let (found, _) = try fromPeaks(of: string(first))
    #expect(holds(found, first), "\(found)")
  }

  @Test("are a peak divided by 1 to 7, of five peaks at most, and never below the lowest pitch")
  func divisors() throws {
    let (found, peaks) = try fromPeaks(of: string(110))
    #expect(found.count > 10 && found.count <= 35)
    for candidate in found {
      #expect(candidate >= Self.lowest)
      #expect(
        (1...7).contains { divisor in
          peaks.contains { abs($0 / Double(divisor) - candidate) < 1e-9 }
        }, "\(candidate)")
    }
    let (above, _) = try fromPeaks(of: string(110), lowest: 100)
    #expect(!above.isEmpty && above.allSatisfy { $0 >= 100 })
  }

  @Test("lie at least 0.6 % apart")
  func distinct() throws {
    let (found, _) = try fromPeaks(
      of: string(110), tracked: TrackedPitch(frequency: 110.1, confidence: 0.5))
    for (index, one) in found.enumerated() {
      for other in found[(index + 1)...] { #expect(abs(one / other - 1) > 0.0059) }
    }
    #expect(found.first == 110.1)
  }

  @Test("begin with a clear tracked pitch, and then take only one peak")
  func goingOn() throws {
    for (confidence, isMany) in [(0.8, true), (0.81, false)] {
      let (found, _) = try fromPeaks(
        of: string(110), tracked: TrackedPitch(frequency: 146.8, confidence: confidence))
      #expect(found.first == 146.8)
      #expect((found.count > 8) == isMany, "\(confidence): \(found.count)")
    }
  }

  /// The floor is a quantile of few bins, so now and then noise does stand 16 times over it.
  @Test("are few in noise")
  func noise() throws {
    var (empty, total, heard) = (0, 0, 0)
    for seed in UInt64(0)..<20 {
      var numbers = SplitMix64(seed: 90 + seed)
      let samples = (0..<AnalysedSpectrum.count).map { _ in
        Float.random(in: -0.5...0.5, using: &numbers)
      }
      let (found, peaks) = try fromPeaks(of: samples)
      heard += peaks.count
      let (more, _) = try fromPeaks(
        of: samples, tracked: TrackedPitch(frequency: 3.3, confidence: 0.1))
      #expect(more == [3.3] + found)
      empty += found.isEmpty ? 1 : 0
      total += found.count
    }
    #expect(heard > 100)
    // Five peaks, each taken for the partials 1 to 7 of something, would be 700.
    #expect(empty > 10 && total < 140, "\(empty), \(total)")
  }

  @Test("include the period, its octaves and its twelfths", arguments: [98.0, 196, 392])
  func repetition(frequency: Double) throws {
    let rate = 12000
    let tone = (0..<3000).map { index in
      (1...4).reduce(Float(0)) { sum, partial in
        let angle = 2 * .pi * frequency * Double(partial * index) / Double(rate)
        return sum + Float(sin(angle) / Double(partial))
      }
    }
    var stream = try AnalysisStream(SampleRate(rate))
    stream.append(tone.span)
    let sizes = stream.sizes
    var transform = try PowerTransform(count: sizes.spectrumCount)
    var periodicity = Periodicity(sizes, lowest: Self.lowest, highest: 1400)
    periodicity.evaluate(stream, count: 2048, by: &transform)
    var candidates = CandidatePitches()
    candidates.collect(periodicity, rate: sizes.rate)
    let found = frequencies(candidates)
    for factor in [1, 2, 3, 1.0 / 2, 1.0 / 3] {
      #expect(holds(found, factor * frequency), "\(factor): \(found)")
    }
    // Every whole number of periods repeats as well; all of them that a lag is long enough for.
    let subharmonics = found.filter { $0 < 0.99 * frequency }
    for candidate in subharmonics {
      let periods = frequency / candidate
      #expect(abs(periods - periods.rounded()) < 0.01 * periods, "\(candidate)")
    }
    candidates.clear()
    let count = candidates.count
    #expect(count == 0)
  }
}
