// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import PitchDetection

/// The figures of some readings.
struct StrumFigures {
  let readings: [StrumOutcome]

  private var played: [StrumOutcome] { readings.filter { $0.truth != nil } }
  private var errors: Distribution? { Measurements(played.compactMap(\.error)).distribution() }

  /// The number of readings of played strings.
  var count: Double { Double(played.count) }
  /// The median error in cents.
  var median: Double? { errors?.median }
  /// The 95th percentile of the error in cents.
  var high: Double? { errors?.interpolated(.p95) }
  /// The share of played strings that are answered.
  var answered: Double? { Self.share(played) { $0.isAnswered } }
  /// The share of readings that are answers more than 25 cents off.
  var wrong: Double? { Self.share(played) { $0.isAnswered && ($0.error ?? 0) > 25 } }
  /// The share of strings that are not played and are told as sounding.
  var falseSounding: Double? { Self.share(readings.filter { $0.truth == nil }) { $0.isAnswered } }
  /// The share of answers within two sigma.
  var withinTwoSigma: Double? { Self.share(played.compactMap(\.isWithinTwoSigma)) { $0 } }
  /// The share of answers on the right side of ± 5 cents.
  var inTune: Double? { Self.share(played.compactMap(\.isRightlyInTune)) { $0 } }
  /// The median sigma over the median error.
  var sigmaRatio: Double? {
    let sigmas = Measurements(played.filter(\.isAnswered).compactMap { $0.reading.sigma?.value })
    guard let sigma = sigmas.distribution()?.median, let median, median > 0 else { return nil }
    return sigma / median
  }

  private static func share<Item>(_ items: [Item], _ isCounted: (Item) -> Bool) -> Double? {
    Rate(hits: items.count(where: isCounted), of: items.count).share
  }
}
