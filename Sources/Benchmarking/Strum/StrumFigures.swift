// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation

/// The figures of a group of answers.
struct StrumFigures {
  let readings: [StrumOutcome]

  private var sounding: [StrumOutcome] { readings.filter { $0.truth != nil } }
  private var errors: StrumErrors { StrumErrors(readings) }
  private var answeredErrors: StrumErrors { StrumErrors(readings.filter(\.isAnswered)) }

  /// The number of answers about sounding strings.
  var count: Double { Double(sounding.count) }
  /// The median error in cents.
  var median: Double? { errors.quantile(.median) }
  /// The 95th percentile of the error in cents.
  var high: Double? { errors.quantile(.p95) }
  /// The 95th percentile of the error of the strings that are answered, in cents.
  var answeredHigh: Double? { answeredErrors.quantile(.p95) }
  /// The share of sounding strings that are answered.
  var answered: Double? { Self.share(sounding) { $0.isAnswered } }
  /// The share of sounding strings that are answered more than 25 cents off.
  var wrong: Double? { Self.share(sounding) { $0.isAnswered && ($0.error ?? 0) > 25 } }
  /// The share of silent strings that are reported as sounding.
  var falseSounding: Double? { Self.share(readings.filter { $0.truth == nil }) { $0.isAnswered } }
  /// The share of answers within two sigma.
  var withinTwoSigma: Double? { Self.share(sounding.compactMap(\.isWithinTwoSigma)) { $0 } }
  /// The share of answers on the right side of ± 5 cents.
  var inTune: Double? { Self.share(sounding.compactMap(\.isRightlyInTune)) { $0 } }
  /// The median sigma over the median error, both of the strings that are answered.
  var sigmaRatio: Double? {
    let sigmas = Measurements(sounding.filter(\.isAnswered).compactMap(\.answer.sigma))
    guard let sigma = sigmas.distribution()?.median, let error = answeredErrors.quantile(.median),
      error > 0
    else { return nil }
    return sigma / error
  }

  /// Returns the share of the items that are counted.
  static func share<Item>(_ items: [Item], _ isCounted: (Item) -> Bool) -> Double? {
    Rate(hits: items.count(where: isCounted), of: items.count).share
  }
}

/// The errors of the sounding strings of a group of answers.
///
/// A string without a number lies beyond every error, so that a contestant gains nothing if it
/// leaves out the numbers of difficult strings.
struct StrumErrors {
  /// The known errors in cents, ascending.
  let known: [Double]
  /// The number of sounding strings.
  let count: Int

  init(_ readings: [StrumOutcome]) {
    let sounding = readings.filter { $0.truth != nil }
    known = sounding.compactMap(\.error).sorted()
    count = sounding.count
  }

  /// Returns a quantile by linear interpolation; `nil` without strings, and if it lies beyond the
  /// known errors.
  func quantile(_ quantile: Quantile) -> Double? {
    let beyond = repeatElement(Double.greatestFiniteMagnitude, count: count - known.count)
    guard let greatest = known.last,
      let value = Measurements(known + beyond).distribution()?.interpolated(quantile),
      value <= greatest
    else { return nil }
    return value
  }
}

/// The figures of whole strokes.
struct StrokeFigures {
  let results: [StrumTrialResult]

  /// The time of the first complete reading: median and 95th percentile; `nil` for never.
  var complete: (median: Double?, high: Double?) { quantiles(\.complete) }
  /// The time from which every string stays within 5 cents; `nil` for never.
  var settled: (median: Double?, high: Double?) { quantiles(\.settled) }
  /// Returns the share of strokes with a silent string in which every string is reported as
  /// sounding.
  func reportsAll(at seconds: Double) -> Double? {
    StrumFigures.share(results.compactMap { $0.reportsAll(at: seconds) }) { $0 }
  }

  private func quantiles(
    _ time: (StrumTrialResult) -> Double?
  ) -> (median: Double?, high: Double?) {
    // A stroke that never reaches it counts as later than any limit.
    let never = Double.greatestFiniteMagnitude
    let times = Measurements(results.map { time($0) ?? never }).distribution()
    let known = { (value: Double?) in value.flatMap { $0 < never ? $0 : nil } }
    return (known(times?.nearestRank(.median)), known(times?.nearestRank(.p95)))
  }
}
