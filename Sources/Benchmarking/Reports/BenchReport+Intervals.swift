// SPDX-License-Identifier: MIT

internal import Evaluation

extension BenchReport {
  /// A note if the readings of some items are further apart than the scores; `nil` otherwise.
  package var intervalNote: String? {
    let long = results.compactMap(\.score).reduce(into: Measurements()) {
      $0.merge($1.longIntervals)
    }
    guard let median = long.distribution()?.median else { return nil }
    let scored = min(ItemScorer.scoredPerSecond, Double(plan.settings.updatesPerSecond))
    return "the readings of \(long.count) items are \(Self.milliseconds(median)) ms apart, and "
      + "\(Int(scored)) a second are scored, so that the missing ones count as no pitch. Print one "
      + "at least every \(Self.milliseconds(1 / scored)) ms"
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int((1000 * seconds).rounded()) }
}
