// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// Removes the leakage of partials from one another's transforms.
///
/// Partials leak into their neighbours, and the lowest also leak from negative frequencies. The
/// first of two sweeps subtracts the leakage of the raw neighbours, the second that of the cleaned
/// ones.
struct PartialLeakage: ~Copyable {
  /// Transforms of three windows at one frequency: the real and the imaginary part of each, and two
  /// zeros.
  typealias Three = SIMD8<Float>

  /// The signs of a complex conjugate.
  static var mirror: Three { Three(1, -1, 1, -1, 1, -1, 0, 0) }
  /// The number of partials to each side that leak into one.
  static let neighbours = 3
  /// The number of partials whose images at negative frequencies leak.
  static let images = 3
  /// The number of partials into which they leak, less the index of the image.
  static let imageReach = 5

  private static let capacity = PartialMeasurement.capacity

  private var swept = FixedArray(repeating: Three(), count: PartialLeakage.capacity)
  private var gains = FixedArray(
    repeating: Float(0), count: PartialLeakage.capacity * PartialLeakage.capacity)
  private var imageGains = FixedArray(
    repeating: Float(0), count: PartialLeakage.capacity * PartialLeakage.images)

  /// Writes the transforms of the first `count` partials without their leakage.
  ///
  /// - Parameters:
  ///   - raw: three transforms of each partial.
  ///   - partials: the partials with their expected frequencies.
  ///   - count: the number of partials.
  ///   - seconds: the length of a window, in seconds.
  ///   - clean: receives three transforms of each partial.
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
