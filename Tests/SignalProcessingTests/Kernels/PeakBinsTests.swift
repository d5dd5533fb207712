// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import SignalProcessing

@Suite("Peak bins")
struct PeakBinsTests {
  private func peaks(
    _ levels: [Float], floor: [Float], by prominence: Float = 0.2, from first: Int = 1,
    capacity: Int = 64, scalar: Bool = false
  ) -> [Int] {
    var bins = FixedArray<Float>(repeating: -1, count: capacity)
    let count =
      scalar
      ? findPeaksScalar(
        in: levels.span, over: floor.span, by: prominence, from: first, into: &bins)
      : findPeaks(in: levels.span, over: floor.span, by: prominence, from: first, into: &bins)
    return (0..<count).map { Int(bins[$0]) }
  }

  @Test("equal their scalar twin, for every count up to three vectors plus one", arguments: 1...25)
  func agreesWithTwin(count: Int) {
    for seed in 0..<8 {
      var numbers = SplitMix64(seed: UInt64(count + 100 * seed))
      // Coarse steps, so that plateaus and ties occur.
      let levels = numbers.samples(count).map { ($0 * 4).rounded() / 4 }
      let floor = numbers.samples(count).map { $0 - 0.5 }
      for capacity in [0, 1, 3, 8, 9, 64] {
        #expect(
          peaks(levels, floor: floor, capacity: capacity)
            == peaks(levels, floor: floor, capacity: capacity, scalar: true))
      }
    }
  }

  @Test(
    "agree with the definition, and are limited to the capacity", arguments: [4, 12, 64])
  func definition(capacity: Int) {
    var numbers = SplitMix64(seed: 5)
    let (levels, floor) = (numbers.samples(300), [Float](repeating: -0.3, count: 280))
    let expected = (3..<279).filter { bin in
      let level: Float = levels[bin]
      return level > levels[bin - 1] && level >= levels[bin + 1] && level > Float(-0.3) + 0.2
    }
    #expect(expected.count > 64)
    #expect(
      peaks(levels, floor: floor, from: 3, capacity: capacity)
        == [Int](expected.prefix(capacity)))
  }

  @Test("a plateau is a peak at its beginning, and a slope has no peak")
  func plateau() {
    var levels = [Float](repeating: 0, count: 40)
    for index in 10..<15 { levels[index] = 5 }
    let floor = [Float](repeating: 0, count: 40)
    #expect(peaks(levels, floor: floor) == [10])
    #expect(peaks((0..<40).map { Float($0) }, floor: floor).isEmpty)
    // Just at the prominence is not above it.
    levels[10] = 5
    #expect(peaks(levels, floor: floor, by: 5).isEmpty)
  }
}

/// The scalar twin of `findPeaks`.
func findPeaksScalar(
  in levels: Span<Float>, over floor: Span<Float>, by prominence: Float, from first: Int,
  into bins: inout FixedArray<Float>
) -> Int {
  precondition(levels.count >= floor.count && first >= 1)
  return findPeaksRest(
    in: levels, over: floor, by: prominence, from: first, to: floor.count - 1, into: &bins, 0)
}
