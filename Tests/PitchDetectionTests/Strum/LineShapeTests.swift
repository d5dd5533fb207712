// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Shapes of lines")
struct LineShapeTests {
  private static let seconds = 8192 / 12e3

  /// Sums the Hann window times a line over 8192 samples, with phases from the window's middle.
  private func sum(
    bin: Int, frequency: Double, decay: Double, glide: Double, seconds: Double = Self.seconds
  ) -> ComplexValue {
    let (count, tau) = (8192, 0.08)
    var sum = ComplexValue()
    for index in 0..<count {
      let u = (Double(index) + 0.5) / Double(count) - 0.5
      let time = u * seconds
      let exponent = min(max(time / tau, -6), 6)
      let phase =
        2 * Double.pi * (frequency * seconds - Double(bin)) * u
        - 2 * Double.pi * frequency * glide * tau * (exp(-exponent) - 1)
      let size = (0.5 + 0.5 * cos(2 * .pi * u)) * exp(-decay * time) / Double(count)
      sum = sum + ComplexValue(size * cos(phase), size * sin(phase))
    }
    return sum
  }

  private func distance(_ left: ComplexValue, _ right: ComplexValue) -> Double {
    (left - right).squaredMagnitude.squareRoot()
  }

  @Test(
    "are the transform of a windowed line, in closed form",
    arguments: [(331.7, 0.0), (331.7, 10.0), (82.407, 3.0), (351.5625, 0.5)])
  func closed(frequency: Double, decay: Double) {
    let shape = LineShape(frequency: frequency, decay: decay, seconds: Self.seconds)
    for offset in -LineShape.reach...LineShape.reach {
      let bin = shape.nearest + offset
      let expected = sum(bin: bin, frequency: frequency, decay: decay, glide: 0)
      let (value, slope) = shape.value(at: offset)
      #expect(distance(value, expected) < 1e-6, "bin \(offset)")
      let step = 1e-3
      let above = sum(bin: bin, frequency: frequency + step, decay: decay, glide: 0)
      let below = sum(bin: bin, frequency: frequency - step, decay: decay, glide: 0)
      let expectedSlope = (above - below) * (1 / (2 * step * Self.seconds))
      #expect(distance(slope, expectedSlope) < 1e-5, "slope of bin \(offset)")
    }
  }

  @Test("are continuous where the power series replaces the closed form", arguments: [0.0, 1, -1])
  func series(zero: Double) {
    // Half a bin from a zero the series ends: offsets 0, 1 and -1 from a line near it.
    for fraction in [0.499_999, 0.5, 0.500_001] {
      let near = LineShape(
        frequency: (100 + zero + fraction) / Self.seconds, decay: 0.01, seconds: Self.seconds)
      let expected = sum(
        bin: near.nearest, frequency: (100 + zero + fraction) / Self.seconds, decay: 0.01, glide: 0)
      #expect(distance(near.value(at: 0).value, expected) < 1e-6)
    }
  }

  @Test(
    "follow a glide, by quadrature",
    arguments: [(331.7, 2.0, 0.0), (331.7, 2.0, 10.0), (1200.3, 8.0, 3.0), (82.407, 0.0, 10.0)])
  func quadrature(frequency: Double, decay: Double, cents: Double) {
    let glide = exp2(cents / 1200) - 1
    // Half a second after a stroke the window is a quarter of a second long.
    let seconds = 3072 / 12e3
    var shape = GlidingLineShape()
    shape.prepare(seconds: seconds)
    var bins = FixedArray(repeating: GlidingLineShape.Bin(), count: LineShape.width)
    let nearest = shape.write(
      frequency: frequency, decay: decay, glide: glide, into: &bins, at: 0)
    for offset in -3...3 {
      let bin = nearest + offset
      let found = bins[offset + LineShape.reach]
      let sum = { (frequency: Double, decay: Double, glide: Double) in
        self.sum(bin: bin, frequency: frequency, decay: decay, glide: glide, seconds: seconds)
      }
      let expected = sum(frequency, decay, glide)
      #expect(distance(found.value, expected) < 1e-4, "bin \(offset)")
      let byGlide = sum(frequency, decay, glide + 1e-6) - sum(frequency, decay, glide - 1e-6)
      // By a cent: a glide of one moves the value by a fraction of itself.
      let cent = 2.0.squareRoot() / 1731.234
      #expect(distance(found.byGlide, byGlide * 5e5) * cent < 1e-3, "glide of bin \(offset)")
      let byDecay = sum(frequency, decay + 1e-3, glide) - sum(frequency, decay - 1e-3, glide)
      #expect(distance(found.byDecay, byDecay * 500) < 1e-4, "decay of bin \(offset)")
    }
  }

  @Test("are the same in closed form and by quadrature without a glide", arguments: [0.0, 1, 8])
  func same(decay: Double) {
    for frequency in [82.407, 110.9, 331.73, 1999.2] {
      let shape = LineShape(frequency: frequency, decay: decay, seconds: Self.seconds)
      var quadrature = GlidingLineShape()
      quadrature.prepare(seconds: Self.seconds)
      var bins = FixedArray(repeating: GlidingLineShape.Bin(), count: LineShape.width)
      let nearest = quadrature.write(
        frequency: frequency, decay: decay, glide: 0, into: &bins, at: 0)
      #expect(nearest == shape.nearest)
      for offset in -3...3 {
        let (value, slope) = shape.value(at: offset)
        let found = bins[offset + LineShape.reach]
        // A steep decay aliases more: its window does not end at 0.
        #expect(distance(value, found.value) < (decay > 1 ? 3e-5 : 1e-5))
        #expect(distance(slope * Self.seconds, found.byFrequency) < 1e-4)
      }
    }
  }
}
