// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The noise in the gaps: below the first partial, half-way between the second and the third, and so on
/// in every other gap.
///
/// Behind windows of a whole number of periods what stiffness leaves of the partials there is known, and
/// taken away.
struct PartialGaps: ~Copyable {
  /// The middle of three powers, each the mean of three, lies 7 % under their mean; the rest makes up
  /// for how few they are.
  private static let middleToMean = 1.3
  /// Behind two periods a gap shares half of its noise with the partials that are taken from it.
  private static let sharedNoise = 1.4
  /// How many partials to each side of a gap leak into it.
  private static let neighbours = 3

  private var powers = FixedArray(repeating: 0.0, count: PartialMeasurement.capacity + 1)
  private var periods = 0.0
  private var partialCount = 0

  /// Forgets what was measured.
  mutating func forget() { periods = 0 }

  /// Whether the last measurement was behind windows of as many periods, and between as many partials.
  func isOf(periods: Double, partialCount: Int) -> Bool {
    periods == self.periods && partialCount == self.partialCount
  }

  /// Measures the gaps.
  ///
  /// - Parameters:
  ///   - folded: three windows, folded, of six rows.
  ///   - rowCount: how long a row is.
  ///   - scale: 1 / the window's sum.
  ///   - clean: three transforms of each partial.
  ///   - partials: where they were looked for.
  ///   - partialCount: how many partials there are.
  ///   - periods: how many periods a window holds.
  ///   - windowCount: how many samples those are.
  ///   - sampleRate: samples a second.
  /// - Complexity: six rows a gap. Does not allocate.
  mutating func measure(
    in folded: borrowing AlignedBuffer, rowCount: Int, scale: Double,
    clean: borrowing FixedArray<PartialLeakage.Three>, partials: borrowing FixedArray<Partial>,
    partialCount: Int, periods: Double, windowCount: Double, sampleRate: Double
  ) {
    (self.periods, self.partialCount) = (periods, partialCount)
    let count = partialCount
    for gap in stride(from: 0, through: count, by: 2) {
      let below = gap > 0 ? partials[gap - 1].expected : 0
      let above =
        gap < count
        ? partials[gap].expected
        : 2 * partials[count - 1].expected - (count > 1 ? partials[count - 2].expected : 0)
      let frequency = 0.5 * (below + above)
      let found = transformFolded(
        folded.span.extracting(first: 6 * rowCount), rowCount: rowCount,
        at: 2 * Double.pi * frequency / sampleRate)
      var sum = PartialMeasurement.three(found, scale: scale)
      for other in max(0, gap - Self.neighbours)..<min(count, gap + Self.neighbours) {
        let gain = HannLobe.value(
          at: (partials[other].expected - frequency) * windowCount / sampleRate)
        sum -= Float(gain) * clean[other]
      }
      for other in 0..<max(0, min(count, PartialLeakage.images, PartialLeakage.imageReach - gap)) {
        let gain = HannLobe.value(
          at: (partials[other].expected + frequency) * windowCount / sampleRate)
        sum -= Float(gain) * PartialLeakage.mirror * clean[other]
      }
      powers[gap] = Double((sum * sum).sum()) / 3
    }
  }

  /// The noise of the partial at `index`: the middle one of the three gaps about it that were measured,
  /// so that a line of hum or another string in one of them does not count.
  func noise(about index: Int) -> Double {
    (periods > 2 ? 1 : Self.sharedNoise) * middle(about: index)
  }

  private func middle(about index: Int) -> Double {
    let last = partialCount & ~1
    let middle = min(max(2, (index + 1) & ~1), max(0, last - 2))
    guard last >= 4 else { return last == 0 ? powers[0] : 0.5 * (powers[0] + powers[2]) }
    let (a, b, c) = (powers[middle - 2], powers[middle], powers[middle + 2])
    return Self.middleToMean * max(min(a, b), min(max(a, b), c))
  }
}
