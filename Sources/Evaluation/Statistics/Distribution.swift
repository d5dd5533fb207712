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

  /// The median, interpolated between two values for an even count.
  public var median: Double { interpolated(.median) }

  /// Returns the quantile by linear interpolation between order statistics.
  ///
  /// With h = q·(n − 1) it is x[⌊h⌋] + (h − ⌊h⌋)·(x[⌊h⌋ + 1] − x[⌊h⌋]), x ascending from index 0:
  /// Hyndman and Fan's definition 7, NumPy's and R's default. It is used for cents.
  ///
  /// - Complexity: O(1).
  public func interpolated(_ quantile: Quantile) -> Double {
    let (index, fraction) = quantile.position(among: count)
    guard fraction > 0 else { return values[index] }
    return values[index] + fraction * (values[index + 1] - values[index])
  }

  /// Returns the smallest value that at least the share `quantile` of all values does not exceed.
  ///
  /// It is the ⌈q·n⌉-th value and always a measured one. Latencies and settling times use it,
  /// because an interpolated time was never observed.
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

/// Returns the compensated sum of `values` in their order (Neumaier 1974).
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

/// A quantile as an exact fraction, so that ranks are computed in integers.
///
/// As a `Double`, 0.07 · 100 is above 7 and the nearest rank would be the eighth value.
public struct Quantile: Hashable, Sendable {
  /// The part of `denominator` that lies at or below the quantile.
  public let numerator: Int
  /// The unit of `numerator`: 100 for percentiles, 1000 for tenths of a percent.
  public let denominator: Int

  /// Makes the quantile `numerator` / `denominator`.
  ///
  /// - Precondition: 0 ≤ `numerator` ≤ `denominator` and `denominator` > 0.
  public init(_ numerator: Int, of denominator: Int) {
    precondition(
      denominator > 0 && (0...denominator).contains(numerator), "A quantile lies in 0…1.")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Makes the percentile `percent`, 0…100.
  public static func percentile(_ percent: Int) -> Quantile { Quantile(percent, of: 100) }

  /// The 50th percentile.
  public static let median = Quantile(1, of: 2)
  /// The 95th percentile.
  public static let p95 = Quantile(95, of: 100)
  /// The 99th percentile.
  public static let p99 = Quantile(99, of: 100)
  /// The 99.9th percentile.
  public static let p999 = Quantile(999, of: 1000)
  /// The 99.99th percentile.
  public static let p9999 = Quantile(9999, of: 10_000)

  /// Returns the 0-based rank ⌈q·n⌉ − 1 (0 for q = 0) among `count` values.
  func nearestRank(among count: Int) -> Int {
    let (quotient, remainder) = scaled(count)
    return max(0, remainder > 0 ? quotient : quotient - 1)
  }

  /// Returns q·(n − 1) as the value below and the fraction of the way to the next.
  func position(among count: Int) -> (index: Int, fraction: Double) {
    let (quotient, remainder) = scaled(count - 1)
    return (quotient, Double(remainder) / Double(denominator))
  }

  private func scaled(_ count: Int) -> (Int, Int) {
    let product = numerator.multipliedFullWidth(by: count)
    return denominator.dividingFullWidth(product)
  }
}
