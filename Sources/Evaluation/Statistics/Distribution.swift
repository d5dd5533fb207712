// SPDX-License-Identifier: MIT

/// The sorted values of at least one measurement, and exact statistics of them.
public struct Distribution: Hashable, Sendable {
  /// The values in ascending order; at least one.
  public let values: [Double]

  /// Sorts `values`, or returns `nil` when there are none.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values.sorted()
  }

  /// The number of values, at least 1.
  public var count: Int { values.count }

  /// The smallest value.
  public var minimum: Double { values[0] }

  /// The largest value.
  public var maximum: Double { values[values.count - 1] }

  /// The arithmetic mean, from a compensated sum in ascending order.
  public var mean: Double { compensatedSum(values) / Double(count) }

  /// The root mean square, √(Σ x² / n).
  public var rootMeanSquare: Double {
    (compensatedSum(values.lazy.map { $0 * $0 }) / Double(count)).squareRoot()
  }

  /// The population standard deviation, √(Σ (x − mean)² / n).
  public var standardDeviation: Double {
    let mean = mean
    let squares = values.lazy.map { ($0 - mean) * ($0 - mean) }
    return (compensatedSum(squares) / Double(count)).squareRoot()
  }

  /// The median, interpolated between two values for an even count.
  public var median: Double { interpolated(.median) }

  /// Returns the quantile by linear interpolation between order statistics.
  ///
  /// With h = q·(n − 1) it is x[⌊h⌋] + (h − ⌊h⌋)·(x[⌊h⌋ + 1] − x[⌊h⌋]), x ascending from index 0:
  /// Hyndman and Fan's definition 7, NumPy's and R's default. It is used for cents and settling
  /// times.
  ///
  /// - Complexity: O(1).
  public func interpolated(_ quantile: Quantile) -> Double {
    let (index, fraction) = quantile.position(among: count)
    guard fraction > 0 else { return values[index] }
    return values[index] + fraction * (values[index + 1] - values[index])
  }

  /// Returns the smallest value that at least the share `quantile` of all values does not exceed.
  ///
  /// It is the ⌈q·n⌉-th value and always a measured one. Latencies use it, because an interpolated
  /// latency was never observed.
  ///
  /// - Complexity: O(1).
  public func nearestRank(_ quantile: Quantile) -> Double {
    values[quantile.nearestRank(among: count)]
  }

  /// Returns the share of values below `limit`.
  ///
  /// - Complexity: O(log n).
  public func share(below limit: Double) -> Double {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if values[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return Double(low) / Double(count)
  }
}

/// Returns the sum of `values` in their order, carrying the rounding error along (Neumaier 1974).
func compensatedSum(_ values: some Sequence<Double>) -> Double {
  var sum = 0.0
  var lost = 0.0
  for value in values {
    let next = sum + value
    lost += abs(sum) >= abs(value) ? (sum - next) + value : (value - next) + sum
    sum = next
  }
  return sum + lost
}
