// SPDX-License-Identifier: MIT

import SignalProcessing
import TestSignals
import Testing

@testable import PitchDetection

@Suite("Difference function")
struct DifferenceFunctionTests {
  private func difference(of samples: [Float]) throws -> [Float] {
    var function = try DifferenceFunction(
      frameCount: samples.count, lagCount: samples.count / 2, planning: .estimate)
    var values = [Float](repeating: .nan, count: samples.count / 2)
    do {
      var span = values.mutableSpan
      function.evaluate(samples.span, into: &span)
    }
    return values
  }

  private func randomSamples(_ count: Int, seed: UInt64) -> [Float] {
    var numbers = SplitMix64(seed: seed)
    return numbers.samples(count)
  }

  @Test("equals the sum of its definition", arguments: [64, 160, 480])
  func definition(count: Int) throws {
    let samples = randomSamples(count, seed: 42)
    let values = try difference(of: samples)
    for lag in 0..<(count / 2) {
      let expected = (0..<(count / 2)).reduce(0.0) { sum, index in
        let step = Double(samples[index]) - Double(samples[index + lag])
        return sum + step * step
      }
      #expect(abs(Double(values[lag]) - expected) < 1e-5 * Double(count))
    }
  }

  @Test("is zero at lag zero and at the period of a periodic frame")
  func period() throws {
    let samples = (0..<256).map { Float([0, 1, 3, -2, 5, -4, 0.5, 1][$0 % 8]) }
    let values = try difference(of: samples)
    #expect(values[0] == 0)
    #expect(values[8] < 1e-3)
    #expect(values[4] > 100)
  }

  @Test("grows with the square of the gain")
  func gain() throws {
    let samples = randomSamples(320, seed: 3)
    let values = try difference(of: samples)
    let louder = try difference(of: samples.map { 4 * $0 })
    for lag in 1..<160 { #expect(abs(louder[lag] - 16 * values[lag]) <= 1e-4 * louder[lag]) }
  }
}

@Suite("Cumulative mean normalisation")
struct CumulativeMeanTests {
  private func normalise(_ difference: [Float]) -> [Float] {
    var normalised = difference
    do {
      var span = normalised.mutableSpan
      normaliseByCumulativeMean(difference.span, into: &span)
    }
    return normalised
  }

  // de Cheveigné & Kawahara 2002, eq. 8: d′(0) = 1, and at lag 1 the mean is the value itself.
  @Test("is 1 at lags 0 and 1 of any difference function", arguments: [Float(0.001), 1, 4000])
  func startsAtOne(first: Float) {
    let normalised = normalise([0, first, 2 * first, 0])
    #expect(normalised[0] == 1)
    #expect(normalised[1] == 1)
  }

  @Test("of a constant difference, or of zero, is 1 everywhere")
  func constant() {
    #expect(normalise([0, 5, 5, 5, 5]) == [1, 1, 1, 1, 1])
    #expect(normalise([0, 0, 0, 0]) == [1, 1, 1, 1])
  }

  @Test("divides by the mean up to the lag")
  func arithmetic() {
    // (4) / ((2 + 6 + 4) / 3) = 1, (0) / … = 0, (2) / ((2 + 6 + 4 + 0 + 2) / 5) = 10/14.
    let normalised = normalise([0, 2, 6, 4, 0, 2])
    #expect(normalised == [1, 1, 1.5, 1, 0, Float(10.0 / 14)])
  }
}

@Suite("Dip")
struct DipTests {
  @Test("of a parabola is its vertex", arguments: [-0.49, -0.2, 0, 0.31, 0.5])
  func vertex(shift: Double) {
    let values = (0..<5).map { index -> Float in
      let distance = Double(index) - 2 - shift
      return Float(3 * distance * distance + 0.25)
    }
    let dip = Dip(in: values.span, at: 2)
    #expect(abs(dip.lagInSamples - 2 - shift) < 1e-6)
    #expect(abs(dip.depth - 0.25) < 1e-6)
    #expect(abs(dip.curvature - 6) < 1e-5)
  }

  @Test("of a constant function is the given lag itself")
  func flat() {
    let dip = Dip(in: [1, 1, 1].span, at: 1)
    #expect(dip.lagInSamples == 1)
    #expect(dip.depth == 1)
    #expect(dip.curvature == 0)
  }
}
