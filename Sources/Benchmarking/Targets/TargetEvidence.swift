// SPDX-License-Identifier: MIT

internal import Foundation

/// The statistical evidence of a run for or against a target.
///
/// A verdict needs an interval: the score test rejects a limit L for a share s of n readings if
/// |s − L| > z √(L (1 − L) d / n), which is Wilson's interval (Wilson 1927). A quantile is within
/// its limit if the share of readings up to the limit is at least the quantile, so quantiles are
/// treated as shares too. d is the design effect: readings of one item are correlated, so they
/// count for less than readings of different items (Kish 1965). A share of 0 or 1 has no spread
/// that shows d. Then d is taken from a related share of the same readings, or else every item
/// counts once.
package struct TargetEvidence: Hashable, Sendable {
  /// The normal deviate of a two-sided interval of 95 %.
  static let deviate = 1.959964

  /// True if the interval lies on one side of the limit.
  package let isDecided: Bool
  /// The size of a run that would decide, as a multiple of this one; `nil` if the figure lies on
  /// the limit.
  package let neededSize: Double?

  /// Decides from the distance of a figure from its limit and the standard deviation of the figure.
  init(distance: Double, deviation: Double) {
    let distance = abs(distance)
    isDecided = distance > Self.deviate * deviation
    let ratio = distance > 0 ? Self.deviate * deviation / distance : .infinity
    neededSize = isDecided ? 1 : (ratio * ratio).isFinite ? ratio * ratio : nil
  }

  /// The hits and the cases of one item.
  typealias Share = (hits: Double, total: Double)

  /// Evaluates a share; `nil` without cases.
  ///
  /// - Parameters:
  ///   - items: the hits and the cases of each item.
  ///   - limit: the required share, above 0 and below 1.
  ///   - related: shares of the same readings that are less extreme, the nearest first; the first
  ///     one with a spread gives the design effect of a share without one.
  ///   - repeats: the number of cases that count as one even if nothing shows their correlation:
  ///     updates that share almost all their samples.
  init?(
    _ items: [Share], limit: Double, related: [[Share]] = [], repeats: Double = 1
  ) {
    let items = items.filter { $0.total > 0 }
    let total = items.reduce(0) { $0 + $1.total }
    guard total > 0 else { return nil }
    let share = items.reduce(0) { $0 + $1.hits } / total
    // An item counts at least once.
    let most = total / Double(items.count)
    let effect = ([items] + related).lazy.compactMap(Self.designEffect).first ?? most
    self.init(
      distance: share - limit,
      deviation: (limit * (1 - limit) * min(max(repeats, effect), most) / total).squareRoot())
  }

  /// Returns the variance of a share, by its spread between items, over that of independent cases;
  /// `nil` for one item, and for a share of 0 or 1.
  private static func designEffect(of items: [Share]) -> Double? {
    let items = items.filter { $0.total > 0 }
    let total = items.reduce(0) { $0 + $1.total }
    let count = Double(items.count)
    guard count > 1 else { return nil }
    let share = items.reduce(0) { $0 + $1.hits } / total
    let binomial = share * (1 - share) / total
    guard binomial > 0 else { return nil }
    let squares = items.reduce(0.0) { sum, item in
      let residual = item.hits - share * item.total
      return sum + residual * residual
    }
    return count / (count - 1) * squares / (total * total) / binomial
  }

  /// Evaluates a root mean square; `nil` with fewer than two items.
  ///
  /// - Parameters:
  ///   - items: the sum of squares and the number of readings of each item.
  ///   - limits: the limits of the root mean square.
  init?(squares items: [(sum: Double, total: Double)], limits: [Double]) {
    let items = items.filter { $0.total > 0 }
    let total = items.reduce(0) { $0 + $1.total }
    guard items.count > 1, total > 0 else { return nil }
    let mean = items.reduce(0) { $0 + $1.sum } / total
    let count = Double(items.count)
    let spread = items.reduce(0.0) { sum, item in
      let residual = item.sum - mean * item.total
      return sum + residual * residual
    }
    let deviation = (count / (count - 1) * spread).squareRoot() / total
    // The nearest limit determines the verdict.
    guard let nearest = limits.map({ mean - $0 * $0 }).min(by: { abs($0) < abs($1) }) else {
      return nil
    }
    self.init(distance: nearest, deviation: deviation)
  }

  /// Evaluates a rank correlation by Fisher's transform (Fisher 1921); `nil` with fewer than four
  /// items.
  ///
  /// - Parameters:
  ///   - correlation: the correlation.
  ///   - count: the number of items.
  ///   - limit: the least correlation.
  init?(correlation: Double, of count: Int, limit: Double) {
    guard count > 3, abs(correlation) < 1 else { return nil }
    let transform = { (value: Double) in 0.5 * log((1 + value) / (1 - value)) }
    self.init(
      distance: transform(correlation) - transform(limit),
      deviation: 1 / Double(count - 3).squareRoot())
  }
}
