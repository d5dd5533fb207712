// SPDX-License-Identifier: MIT

internal import Acoustics
internal import PitchDetection

/// The figures of some readings.
struct StrumFigures {
  let readings: [StrumOutcome]

  private var played: [StrumOutcome] { readings.filter { $0.truth != nil } }
  private var errors: [Double] { played.compactMap(\.error).sorted() }

  /// The number of readings of played strings.
  var count: Double { Double(played.count) }
  /// The median error in cents.
  var median: Double? { Self.quantile(0.5, of: errors) }
  /// The 95th percentile of the error in cents.
  var high: Double? { Self.quantile(0.95, of: errors) }
  /// The share of played strings that are answered.
  var answered: Double? { Self.share(played) { $0.isAnswered } }
  /// The share of readings that are answers more than 25 cents off.
  var wrong: Double? { Self.share(played) { $0.isAnswered && ($0.error ?? 0) > 25 } }
  /// The share of strings that are not played and are told as sounding.
  var ghosts: Double? { Self.share(readings.filter { $0.truth == nil }) { $0.isAnswered } }
  /// The share of answers within two sigma.
  var honest: Double? { Self.share(played.compactMap(\.isWithinTwoSigma)) { $0 } }
  /// The share of answers on the right side of ± 5 cents.
  var inTune: Double? { Self.share(played.compactMap(\.isRightlyInTune)) { $0 } }
  /// The median sigma over the median error.
  var sigmaRatio: Double? {
    let sigmas = played.filter(\.isAnswered).compactMap { $0.reading.sigma?.value }.sorted()
    guard let sigma = Self.quantile(0.5, of: sigmas), let median, median > 0 else { return nil }
    return sigma / median
  }

  /// Returns a quantile of sorted values, between two ranks on a line.
  ///
  /// - Parameters:
  ///   - share: 0…1.
  ///   - sorted: values in rising order.
  /// - Returns: the quantile; `nil` for no values.
  static func quantile(_ share: Double, of sorted: [Double]) -> Double? {
    guard !sorted.isEmpty else { return nil }
    let place = share * Double(sorted.count - 1)
    let rank = min(Int(place), sorted.count - 1)
    let next = min(rank + 1, sorted.count - 1)
    return sorted[rank] + (sorted[next] - sorted[rank]) * (place - Double(rank))
  }

  private static func share<Item>(_ items: [Item], _ isCounted: (Item) -> Bool) -> Double? {
    items.isEmpty ? nil : Double(items.count(where: isCounted)) / Double(items.count)
  }
}
