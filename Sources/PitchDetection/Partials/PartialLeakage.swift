// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// What partials leave in one another's transforms, and how to take it away.
///
/// Partials leak into their neighbours, and the lowest, from negative frequencies, into one another.
/// Two sweeps: the first takes away what the raw neighbours leave, the second what the cleaned ones do.
struct PartialLeakage: ~Copyable {
  /// Transforms of three windows at one frequency: the real and the imaginary part of each, and two zeros.
  typealias Three = SIMD8<Float>

  /// Turns the imaginary parts round.
  static var mirror: Three { Three(1, -1, 1, -1, 1, -1, 0, 0) }
  /// How many partials to each side leak into one, how many have images that do, and into which.
  static let neighbours = 3
  static let images = 3
  static let imageReach = 5

  private static let capacity = PartialMeasurement.capacity

  private var swept = FixedArray(repeating: Three(), count: PartialLeakage.capacity)
  private var gains = FixedArray(
    repeating: Float(0), count: PartialLeakage.capacity * PartialLeakage.capacity)
  private var imageGains = FixedArray(
    repeating: Float(0), count: PartialLeakage.capacity * PartialLeakage.images)

  /// Writes the transforms of the first `count` partials without what they leave in one another.
  ///
  /// - Parameters:
  ///   - raw: three windows of each partial.
  ///   - partials: where they were looked for.
  ///   - count: how many there are.
  ///   - seconds: how long a window is.
  ///   - clean: receives three windows of each partial.
  mutating func remove(
    from raw: borrowing FixedArray<Three>, partials: borrowing FixedArray<Partial>,
    count: Int, seconds: Double, into clean: inout FixedArray<Three>
  ) {
    for index in 0..<count { clean[index] = raw[index] }
    writeGains(partials, count: count, seconds: seconds)
    for _ in 0..<2 {
      for index in 0..<count {
        var sum = raw[index]
        for other in max(0, index - Self.neighbours)..<index {
          sum -= gains[Self.capacity * other + index] * clean[other]
        }
        for other in (index + 1)..<max(index + 1, min(count, index + Self.neighbours + 1)) {
          sum -= gains[Self.capacity * index + other] * clean[other]
        }
        for other in 0..<max(0, min(count, Self.images, Self.imageReach - index)) {
          sum -= imageGains[Self.images * index + other] * Self.mirror * clean[other]
        }
        swept[index] = sum
      }
      for index in 0..<count { clean[index] = swept[index] }
    }
  }

  private mutating func writeGains(
    _ partials: borrowing FixedArray<Partial>, count: Int, seconds: Double
  ) {
    for index in 0..<count {
      for other in (index + 1)..<max(index + 1, min(count, index + Self.neighbours + 1)) {
        gains[Self.capacity * index + other] = Float(
          HannLobe.value(at: (partials[other].expected - partials[index].expected) * seconds))
      }
      for other in 0..<min(count, Self.images) where index + other < Self.imageReach {
        imageGains[Self.images * index + other] = Float(
          HannLobe.value(at: (partials[other].expected + partials[index].expected) * seconds))
      }
    }
  }
}
