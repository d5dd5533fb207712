// SPDX-License-Identifier: MIT

import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Cluster of lines")
struct LineClusterTests {
  private static let rate = 12e3
  private static let count = 8192

  /// Measures two lines 0.3 Hz apart, of amplitudes 0.1 and 0.03, in noise 20 dB under the weaker
  /// one.
  private func spectrum(_ frequencies: [Double]) throws -> StrumSpectrum {
    var noise = SystemNoise(seed: 1)
    let samples: [Float] = (0..<Self.count).map { index in
      let time = (Double(index) + 0.5 - Double(Self.count) / 2) / Self.rate
      let sum = zip(frequencies, [0.1, 0.03]).reduce(0.0) { sum, line in
        sum + line.1 * cos(2 * .pi * line.0 * time + line.0)
      }
      return Float(sum + 5e-3 * noise.next())
    }
    var window = try StrumWindow(count: Self.count, planning: .estimate)
    var spectrum = StrumSpectrum(longest: Double(Self.count) / Self.rate)
    spectrum.measure(samples.span, through: &window, rate: Self.rate)
    return spectrum
  }

  private struct SystemNoise {
    var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
    }
  }

  /// Fits two lines whose frequencies are known within `sigma` cents.
  private func fit(sigma: Double) throws -> [StrumLine] {
    let frequencies = [329.6, 329.9]
    let spectrum = try spectrum(frequencies)
    let blank = StrumLine(
      string: 0, number: 1, frequency: 1, inharmonicitySigma: 0, glideVariance: 1e-12)
    var lines = FixedArray(repeating: blank, count: 2)
    var shapes = LineShapes(lineCount: 2)
    shapes.prepare(seconds: spectrum.seconds, isGliding: false)
    for index in 0..<2 {
      lines[index] = StrumLine(
        string: index, number: 1, frequency: frequencies[index], inharmonicitySigma: 0,
        glideVariance: 1e-12)
      lines[index].prior.variance = sigma * sigma
      lines[index].decay = 0
    }
    var cluster = LineCluster()
    var model = FixedArray(repeating: ComplexValue(), count: spectrum.count)
    for round in 0..<6 {
      cluster.begin(isGliding: false)
      cluster.add(0)
      cluster.add(1)
      for bin in 0..<spectrum.count { model[bin] = ComplexValue() }
      for index in 0..<2 {
        shapes.update(&lines[index], at: index)
        shapes.add(lines[index], at: index, to: &model, count: spectrum.count)
      }
      if round == 0 {
        cluster.fitAmplitudes(&lines, shapes, spectrum)
      } else {
        cluster.step(&lines, shapes, spectrum, model)
      }
    }
    return [lines[0], lines[1]]
  }

  @Test("separates the amplitudes of two lines 0.3 Hz apart whose frequencies are known")
  func known() throws {
    let lines = try fit(sigma: 0.05)
    for (line, amplitude) in zip(lines, [0.1, 0.03]) {
      let found = line.amplitude.squaredMagnitude.squareRoot()
      #expect(abs(found / amplitude - 1) < 0.05, "\(found)")
    }
  }

  @Test("has larger errors of amplitudes when the frequencies are unknown")
  func unknown() throws {
    let (known, unknown) = (try fit(sigma: 0.05), try fit(sigma: 30))
    #expect(unknown[1].significance < known[1].significance / 4)
  }
}
