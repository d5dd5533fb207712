// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import TestSignals

@testable import PitchDetection

/// A spectrum as the engine takes it at 12 kHz: 2048 points.
struct AnalysedSpectrum: ~Copyable {
  static let rate = 12000.0
  static let count = 2048
  static let binWidth = rate / Double(count)
  static let highest = 4800.0
  static let binCount = Int(highest / binWidth) + 4

  let spectrum: PowerSpectrum
  let floor: SpectralFloor
  let peaks: SpectralPeaks
  /// 1 / window length, in hertz.
  let native: Double

  init(_ samples: [Float]) throws {
    var transform = try PowerTransform(count: Self.count)
    var spectrum = PowerSpectrum(count: Self.count)
    var floor = SpectralFloor(binCount: Self.binCount)
    var peaks = SpectralPeaks()
    native = Self.rate / Double(samples.count)
    spectrum.analyse(samples.span, by: &transform)
    floor.measure(spectrum.levels)
    peaks.find(
      in: spectrum.levels, power: spectrum.power, over: floor.level.span, binWidth: Self.binWidth,
      binsPerNative: native / Self.binWidth)
    self.spectrum = spectrum
    self.floor = floor
    self.peaks = peaks
  }

  /// The comb's score of `candidate` in hertz, beside the lines of `hum`.
  func score(_ candidate: Double, hum: MainsHum = MainsHum()) -> InharmonicComb.Score? {
    var comb = InharmonicComb(highest: Self.highest, binWidth: Self.binWidth)
    return comb.score(
      candidate, in: peaks, levels: spectrum.levels, floor: floor.level.span, native: native,
      hum: hum, least: -.infinity)
  }

  /// Partials of amplitudes `amplitudes` at n·√(f1² + b·(n² − 1)), f1 = `first`, b = B·f1²/(1 + B).
  static func string(
    first: Double, inharmonicity: Double, amplitudes: [Double], count: Int = count
  ) -> [Float] {
    let turns = amplitudes.indices.map { place in
      2 * .pi * partial(Double(place + 1), first: first, inharmonicity: inharmonicity)
    }
    return makeSamples(count) { index in
      var (sum, place) = (0.0, 0)
      while place < amplitudes.count {
        let n = Double(place + 1)
        sum += amplitudes[place] * sin(turns[place] * Double(index) / rate + n * n)
        place += 1
      }
      return Float(sum)
    }
  }

  static func partial(_ n: Double, first: Double, inharmonicity: Double) -> Double {
    n * first * ((1 + inharmonicity * n * n) / (1 + inharmonicity)).squareRoot()
  }
}
