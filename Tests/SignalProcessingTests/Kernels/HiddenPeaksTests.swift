// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Hidden peaks")
struct HiddenPeaksTests {
  private static let mask = LobeMask(nativePerBin: 0.5, mainLobe: 1.5, reach: 32, leastRatio: 22.6)

  private func hide(
    _ powers: [Float], at bins: [Float], under strong: Float, at place: Float, scalar: Bool = false
  ) -> (left: [Float], highest: Float) {
    var left = FixedArray<Float>(repeating: 0, count: powers.count)
    var places = FixedArray<Float>(repeating: 0, count: bins.count)
    for index in powers.indices { (left[index], places[index]) = (powers[index], bins[index]) }
    let highest =
      scalar
      ? hidePeaksScalar(
        &left, at: places, count: powers.count, under: strong, at: place, by: Self.mask)
      : hidePeaks(&left, at: places, count: powers.count, under: strong, at: place, by: Self.mask)
    return (powers.indices.map { left[$0] }, highest)
  }

  @Test(
    "equal those of the scalar twin, for every count up to three vectors plus one",
    arguments: 0...25)
  func agreesWithTwin(count: Int) {
    for seed in 0..<8 {
      var numbers = SplitMix64(seed: UInt64(count + 100 * seed))
      // Some are hidden before, some were chosen.
      let powers = numbers.samples(count).map { $0 < -0.8 ? -1 : max(0, $0) * max(0, $0) }
      let bins = numbers.samples(count).map { (200 + 200 * $0).rounded() }
      let fast = hide(powers, at: bins, under: 90, at: 180)
      let slow = hide(powers, at: bins, under: 90, at: 180, scalar: true)
      #expect(fast.left == slow.left)
      #expect(fast.highest == slow.highest)
    }
  }

  // Harris 1978, fig. 22: at x bins a Hann window leaks (½ / (x(x² − 1)))² of a peak's power.
  @Test(
    "are leakage of a Hann window, and neighbours within its main lobe",
    arguments: [2.5, 3.5, 7.5, 20.5, 31.5])
  func leaks(distance: Double) {
    let leak = Float(
      0.25 / (distance * distance * (distance * distance - 1) * (distance * distance - 1)))
    for side in [-1.0, 1] {
      let bins = [Float(400 + side * 2 * distance)]
      #expect(hide([0.9 * leak], at: bins, under: 1, at: 400).left == [0])
      // The strongest leakage lies 22.6 times below the peak.
      let louder = max(1.1 * leak, 1.1 / 22.6)
      let heard = distance < 3 ? louder : 1.1 * leak
      #expect(hide([heard], at: bins, under: 1, at: 400).left == [heard])
    }
    #expect(hide([0.99], at: [402], under: 1, at: 400).left == [0], "one bin away is the same peak")
    #expect(hide([1e-9], at: [466], under: 1, at: 400).left == [1e-9], "33 bins away nothing leaks")
  }

  @Test("are excluded from the highest of the others, which is 0 where none remains")
  func highest() {
    #expect(hide([0.5, -1, 0.7, 0], at: [10, 100, 200, 300], under: 1, at: 100).highest == 0.7)
    #expect(hide([-1, 0], at: [100, 300], under: 1, at: 100).highest == 0)
    #expect(hide([], at: [], under: 1, at: 100).highest == 0)
  }
}

/// The scalar twin of `hidePeaks`.
func hidePeaksScalar(
  _ powers: inout FixedArray<Float>, at bins: borrowing FixedArray<Float>, count: Int,
  under strong: Float, at place: Float, by mask: LobeMask
) -> Float {
  precondition(count >= 0 && count <= powers.count && count <= bins.count)
  return hidePeaksRest(&powers, bins, count, strong, place, mask, from: 0, highest: 0)
}
