// SPDX-License-Identifier: MIT

import Foundation
import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Folded transform")
struct FoldedTransformTests {
  private func folded(
    _ samples: [Float], centre: Int, window: [Float], scalar: Bool = false
  ) -> (even: [Float], odd: [Float]) {
    var rows = [Float](repeating: 0, count: 2 * window.count)
    do {
      var span = rows.mutableSpan
      if scalar {
        foldScalar(
          samples.span, about: centre, window: window.span, into: &span, evenAt: 0,
          oddAt: window.count)
      } else {
        fold(
          samples.span, about: centre, window: window.span, into: &span, evenAt: 0,
          oddAt: window.count)
      }
    }
    return ([Float](rows.prefix(window.count)), [Float](rows.suffix(window.count)))
  }

  /// Three windows about three centres, transformed at one frequency.
  private func transform(
    _ samples: [Float], centres: [Int], window: [Float], at angle: Double, scalar: Bool = false
  ) -> [ComplexValue] {
    let rowCount = (window.count + 7) / 8 * 8
    var rows = [Float](repeating: 0, count: 6 * rowCount)
    do {
      var span = rows.mutableSpan
      for (place, centre) in centres.enumerated() {
        fold(
          samples.span, about: centre, window: window.span, into: &span,
          evenAt: 2 * place * rowCount, oddAt: (2 * place + 1) * rowCount)
      }
    }
    let found =
      scalar
      ? transformFoldedScalar(rows.span, rowCount: rowCount, at: angle)
      : transformFolded(rows.span, rowCount: rowCount, at: angle)
    return [found.0, found.1, found.2]
  }

  @Test(
    "folding equals its scalar twin, for every count up to three vectors plus one",
    arguments: 1...25)
  func foldTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 700)
    let (samples, window) = (numbers.samples(60), numbers.samples(count))
    let fast = folded(samples, centre: 29, window: window)
    let slow = folded(samples, centre: 29, window: window, scalar: true)
    #expect(fast.even == slow.even)
    #expect(fast.odd == slow.odd)
  }

  @Test("folding splits samples into the even and the odd part about the centre")
  func foldSymmetry() {
    // x[c+i] = 10 + i: even halves 2·10, odd halves 2i, the centre once.
    let samples = (0..<21).map { Float($0) }
    let halves = folded(samples, centre: 10, window: [Float](repeating: 1, count: 9))
    #expect(halves.even == [10] + [Float](repeating: 20, count: 8))
    #expect(halves.odd == (0..<9).map { (index: Int) -> Float in Float(2 * index) })
  }

  @Test(
    "transforms like its scalar twin, for every number of rows up to three vectors plus one",
    arguments: 1...25)
  func transformTwin(count: Int) {
    var numbers = SplitMix64(seed: UInt64(count) + 800)
    let (samples, window) = (numbers.samples(80), numbers.samples(count))
    for angle in [0, 0.01, 0.7, 2.9] {
      let fast = transform(samples, centres: [28, 33, 40], window: window, at: angle)
      let slow = transform(
        samples, centres: [28, 33, 40], window: window, at: angle, scalar: true)
      for (one, other) in zip(fast, slow) {
        #expect((one - other).squaredMagnitude.squareRoot() < 1e-6 * Double(count + 4))
      }
    }
  }

  /// Σ e^(−jωi) over no rows is nothing.
  @Test("has no output without rows")
  func empty() {
    let found = transformFolded([Float]().span, rowCount: 0, at: 1)
    #expect(found.0 == ComplexValue() && found.1 == ComplexValue() && found.2 == ComplexValue())
  }

  /// With a rectangular window of −n…n and a·cos(ωi + φ), the transform at ω is
  /// a/2·(e^jφ·(2n + 1) + e^−jφ·D), where D = Σ cos(2ωi) = sin((2n + 1)ω)/sin ω (Dirichlet).
  @Test("of a cosine is the Dirichlet kernel, with the phase relative to each centre")
  func cosine() {
    let (angle, phase, amplitude, reach) = (0.31, 0.8, 0.7, 200)
    let samples = (0..<601).map { Float(amplitude * cos(angle * Double($0 - 300) + phase)) }
    let centres = [250, 300, 345]
    let found = transform(
      samples, centres: centres, window: [Float](repeating: 1, count: reach + 1), at: angle)
    let count = Double(2 * reach + 1)
    let image = sin(count * angle) / sin(angle)
    for (value, centre) in zip(found, centres) {
      let here = phase + angle * Double(centre - 300)
      let re = amplitude / 2 * (count + image) * cos(here)
      let im = amplitude / 2 * (count - image) * sin(here)
      #expect(abs(value.re - re) < 1e-4 * count)
      #expect(abs(value.im - im) < 1e-4 * count)
    }
  }

  @Test("complex numbers follow the rules of arithmetic")
  func complex() {
    let (one, other) = (ComplexValue(1, 2), ComplexValue(3, -4))
    #expect(one * other == ComplexValue(11, 2))
    #expect(one + other == ComplexValue(4, -2))
    #expect(one - other == ComplexValue(-2, 6))
    #expect(one * 2 == ComplexValue(2, 4))
    #expect(other.conjugate == ComplexValue(3, 4))
    #expect(other.squaredMagnitude == 25)
  }
}

/// The scalar twin of `fold`.
func foldScalar(
  _ samples: Span<Float>, about centre: Int, window: Span<Float>,
  into rows: inout MutableSpan<Float>, evenAt evenStart: Int, oddAt oddStart: Int
) {
  foldRest(samples, about: centre, window: window, from: 0, into: &rows, evenStart, oddStart)
  rows[evenStart] = window[0] * samples[centre]
}

/// The scalar twin of `transformFolded`.
func transformFoldedScalar(
  _ folded: Span<Float>, rowCount: Int, at radiansPerSample: Double
) -> (ComplexValue, ComplexValue, ComplexValue) {
  precondition(folded.count == 6 * rowCount)
  var sums = (ComplexValue(), ComplexValue(), ComplexValue())
  for index in 0..<rowCount {
    let angle = radiansPerSample * Double(index)
    let (cosine, sine) = (cos(angle), sin(angle))
    sums.0.re += Double(folded[index]) * cosine
    sums.0.im -= Double(folded[rowCount + index]) * sine
    sums.1.re += Double(folded[2 * rowCount + index]) * cosine
    sums.1.im -= Double(folded[3 * rowCount + index]) * sine
    sums.2.re += Double(folded[4 * rowCount + index]) * cosine
    sums.2.im -= Double(folded[5 * rowCount + index]) * sine
  }
  return sums
}
