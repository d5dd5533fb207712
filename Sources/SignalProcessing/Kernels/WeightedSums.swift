// SPDX-License-Identifier: MIT

/// The four weights of ``weightedSums(of:by:)`` for each of a row of samples, in vectors of eight.
public struct SampleWeights: Sendable {
  /// The number of weights of each sample.
  static let rowCount = 4
  static let laneCount = 8

  /// The number of samples.
  public let count: Int
  /// Eight weights of one row, then of the next row, then the next eight; zeros after the last.
  let lanes: [Float]

  /// Makes the weights of `count` samples.
  ///
  /// - Parameters:
  ///   - count: 0 or more.
  ///   - weights: returns the four weights of the next sample; called once for each, in order.
  public init(count: Int, _ weights: () -> SIMD4<Float>) {
    precondition(count >= 0)
    let vectors = (count + Self.laneCount - 1) / Self.laneCount
    var lanes = [Float](repeating: 0, count: vectors * Self.rowCount * Self.laneCount)
    var target = lanes.mutableSpan
    for index in 0..<count {
      let four = weights()
      let place = Self.place(of: index, 0)
      for row in 0..<Self.rowCount { target[place + row * Self.laneCount] = four[row] }
    }
    self.count = count
    self.lanes = lanes
  }

  @inline(__always)
  static func place(of index: Int, _ row: Int) -> Int {
    (index & ~(laneCount - 1)) * rowCount + row * laneCount + (index & (laneCount - 1))
  }
}

/// The sums of samples under four weights each.
public struct WeightedSums: Sendable {
  /// Σ x·wₖ.
  public var sums = SIMD4<Float>()
  /// Σ x².
  public var energy: Float = 0
}

/// Returns the sums Σ x[i]·wₖ[i] of samples under four weights each, and their energy.
///
/// - Parameters:
///   - samples: x; at most as many as there are weights.
///   - weights: w₀ to w₃ for each sample.
/// - Returns: the sums; 0 for no samples.
/// - Complexity: O(n), eight samples per step. Does not allocate.
public func weightedSums(of samples: Span<Float>, by weights: SampleWeights) -> WeightedSums {
  precondition(samples.count <= weights.count)
  var (first, second) = (SIMD8<Float>(), SIMD8<Float>())
  var (third, fourth) = (SIMD8<Float>(), SIMD8<Float>())
  var energy = SIMD8<Float>()
  let vectorised = samples.count & ~7
  samples.withUnsafeBufferPointer { samples in
    weights.lanes.withUnsafeBufferPointer { lanes in
      guard vectorised > 0, var sample = samples.baseAddress, var lane = lanes.baseAddress else {
        return
      }
      let end = sample + vectorised
      while sample < end {
        let x = SIMD8<Float>(sample)
        first += x * SIMD8<Float>(lane)
        second += x * SIMD8<Float>(lane + 8)
        third += x * SIMD8<Float>(lane + 16)
        fourth += x * SIMD8<Float>(lane + 24)
        energy += x * x
        sample += 8
        lane += 32
      }
    }
  }
  return weightedSumsRest(
    samples, weights, from: vectorised,
    WeightedSums(
      sums: SIMD4(first.sum(), second.sum(), third.sum(), fourth.sum()), energy: energy.sum()))
}

@inline(__always)
func weightedSumsRest(
  _ samples: Span<Float>, _ weights: SampleWeights, from start: Int, _ sums: WeightedSums
) -> WeightedSums {
  var sums = sums
  for index in start..<samples.count {
    let sample = samples[index]
    for row in 0..<4 {
      sums.sums[row] += sample * weights.lanes[SampleWeights.place(of: index, row)]
    }
    sums.energy += sample * sample
  }
  return sums
}
