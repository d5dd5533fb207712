// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// The noise in the gaps between partials: below the first, half-way between the second and the
/// third, and so on in every second gap.
///
/// In a window of a whole number of periods the leakage of the partials into a gap comes from their
/// inharmonicity alone. This leakage is known and subtracted.
struct PartialGaps: ~Copyable {
  /// The ratio of the mean to the median of three powers, each the mean of three.
  ///
  /// The theory gives 1.07; the rest is a margin for so few values.
  private static let middleToMean = 1.3
  /// The correction for windows of two periods, where the subtraction of the partials also removes
  /// half of the noise.
  private static let sharedNoise = 1.4
  /// The number of partials to each side that leak into a gap.
  private static let neighbours = 3

  private var powers = FixedArray(repeating: 0.0, count: PartialMeasurement.capacity + 1)
  private var periods = 0.0
  private var partialCount = 0

  /// Discards the measurement.
  mutating func reset() { periods = 0 }

  /// Returns true if the last measurement had windows of as many periods and as many partials.
  func isOf(periods: Double, partialCount: Int) -> Bool {
    periods == self.periods && partialCount == self.partialCount
  }

  /// Measures the gaps.
  ///
  /// - Parameters:
  ///   - folded: three folded windows, two rows each.
  ///   - rowCount: the length of a row.
  ///   - scale: 1 / the sum of the window.
  ///   - clean: three transforms of each partial, without leakage.
  ///   - partials: the partials with their expected frequencies.
  ///   - partialCount: the number of partials.
  ///   - periods: the number of periods in a window.
  ///   - windowCount: the number of samples in a window.
  ///   - sampleRate: the sample rate, in hertz.
  /// - Complexity: six rows per gap. Does not allocate.
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

  /// Returns the noise of the partial at `index`: the median of the three measured gaps about it,
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
