// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// What partials leave in one another's transforms, and how to take it away.
///
/// Partials leak into their neighbours, and the lowest, from negative frequencies, into one another.
/// Two sweeps: the first takes away what the raw neighbours leave, the second what the cleaned ones do.
struct PartialLeakage: ~Copyable {
  /// How many partials to each side leak into one, how many have images that do, and into which.
  static let neighbours = 3
  static let images = 3
  static let imageReach = 5

  private static let capacity = PartialMeasurement.capacity

  private var swept = FixedArray(repeating: ComplexValue(), count: 3 * PartialLeakage.capacity)
  private var gains = FixedArray(
    repeating: 0.0, count: PartialLeakage.capacity * PartialLeakage.capacity)
  private var imageGains = FixedArray(
    repeating: 0.0, count: PartialLeakage.capacity * PartialLeakage.images)

  /// Writes the transforms of the first `count` partials without what they leave in one another.
  ///
  /// - Parameters:
  ///   - raw: three windows of each partial.
  ///   - partials: where they were looked for.
  ///   - count: how many there are.
  ///   - seconds: how long a window is.
  ///   - clean: receives three windows of each partial.
  mutating func remove(
    from raw: borrowing FixedArray<ComplexValue>, partials: borrowing FixedArray<Partial>,
    count: Int, seconds: Double, into clean: inout FixedArray<ComplexValue>
  ) {
    for index in 0..<(3 * count) { clean[index] = raw[index] }
    writeGains(partials, count: count, seconds: seconds)
    for _ in 0..<2 {
      for index in 0..<count {
        var sums = (raw[3 * index], raw[3 * index + 1], raw[3 * index + 2])
        for other in max(0, index - Self.neighbours)..<min(count, index + Self.neighbours + 1)
        where other != index {
          let gain = gains[Self.capacity * min(index, other) + max(index, other)]
          sums.0 = sums.0 - clean[3 * other] * gain
          sums.1 = sums.1 - clean[3 * other + 1] * gain
          sums.2 = sums.2 - clean[3 * other + 2] * gain
        }
        for other in 0..<min(count, Self.images) where index + other < Self.imageReach {
          let gain = imageGains[Self.images * index + other]
          sums.0 = sums.0 - clean[3 * other].conjugate * gain
          sums.1 = sums.1 - clean[3 * other + 1].conjugate * gain
          sums.2 = sums.2 - clean[3 * other + 2].conjugate * gain
        }
        swept[3 * index] = sums.0
        swept[3 * index + 1] = sums.1
        swept[3 * index + 2] = sums.2
      }
      for index in 0..<(3 * count) { clean[index] = swept[index] }
    }
  }

  private mutating func writeGains(
    _ partials: borrowing FixedArray<Partial>, count: Int, seconds: Double
  ) {
    for index in 0..<count {
      for other in (index + 1)..<max(index + 1, min(count, index + Self.neighbours + 1)) {
        gains[Self.capacity * index + other] = HannLobe.value(
          at: (partials[other].expected - partials[index].expected) * seconds)
      }
      for other in 0..<min(count, Self.images) where index + other < Self.imageReach {
        imageGains[Self.images * index + other] = HannLobe.value(
          at: (partials[other].expected + partials[index].expected) * seconds)
      }
    }
  }
}
