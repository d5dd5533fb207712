// SPDX-License-Identifier: MIT

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
