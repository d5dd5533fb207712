// SPDX-License-Identifier: MIT

/// The value below which the fraction `rank` of `sorted` lies, between the nearest two.
func quantile(_ rank: Double, of sorted: [Double]) -> Double? {
  guard let last = sorted.last else { return nil }
  let place = rank * Double(sorted.count - 1)
  let below = Int(place)
  guard below + 1 < sorted.count else { return last }
  return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
}

/// The median; `nil` of nothing.
func middle(_ values: [Double]) -> Double? { quantile(0.5, of: values.sorted()) }

/// The costs of the updates of one contestant on one signal, in microseconds.
struct Cost: Codable {
  var contestant: String
  var owner: ContestantEntry.Owner
  var signal: String
  var updates: Int
  var minimum: Double
  var median: Double
  var p95: Double
  var p99: Double
  var maximum: Double
  /// The costliest place of the signal: each update is the median of its rounds, so that what the
  /// machine did meanwhile drops out and what the signal demands stays.
  var costliestUpdate: Double
  /// Against the reference on the same signal, round by round; `nil` without the reference.
  var ratio: Ratio?

  /// A ratio of medians, one a round.
  struct Ratio: Codable {
    var median: Double
    var lowest: Double
    var highest: Double
  }

  /// Sums up `run`; `nil` before its first round.
  init?(_ run: Run, against reference: Run?) {
    let microseconds = run.rounds.map { $0.map { Double($0) / 1000 } }
    let all = microseconds.flatMap { $0 }.sorted()
    guard let minimum = all.first, let maximum = all.last, let median = quantile(0.5, of: all),
      let p95 = quantile(0.95, of: all), let p99 = quantile(0.99, of: all)
    else { return nil }
    contestant = run.entry.name
    owner = run.entry.owner
    signal = run.signal.name
    updates = all.count
    (self.minimum, self.median, self.p95, self.p99, self.maximum) =
      (minimum, median, p95, p99, maximum)
    let places = (0..<run.signal.updateCount).compactMap { update in
      middle(microseconds.map { $0[update] })
    }
    costliestUpdate = places.max() ?? maximum
    ratio = reference.flatMap { Ratio(run, to: $0) }
  }
}

extension Cost.Ratio {
  init?(_ run: Run, to reference: Run) {
    let ratios = zip(run.rounds, reference.rounds).compactMap { ours, theirs -> Double? in
      guard let ours = middle(ours.map(Double.init)),
        let theirs = middle(theirs.map(Double.init)), theirs > 0
      else { return nil }
      return ours / theirs
    }.sorted()
    guard let lowest = ratios.first, let highest = ratios.last,
      let half = quantile(0.5, of: ratios)
    else { return nil }
    self.init(median: half, lowest: lowest, highest: highest)
  }
}
