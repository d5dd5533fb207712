// SPDX-License-Identifier: MIT

/// The parameters of a run; shards are merged, and baselines compared, only for equal plans.
package struct StrumPlan: Hashable, Codable, Sendable {
  /// The strokes of the guitar's set; other sets have a fraction of it.
  package var strokes: Int
  /// The mixtures of recorded strings.
  package var mixtures: Int
  /// The seed of the first stroke of every set.
  package var seed: UInt64
  /// The contestants, the scored one first.
  package var contestants: [String]
  /// The recordings and their checksums.
  package var datasets: [String: String]
  /// The number of strokes, recordings and noises in the whole list.
  package var items: Int
  /// The number of guitars with recorded strings.
  package var guitars: Int
  /// The number of mixtures that are long enough for the one reading of a whole stroke.
  package var longMixtures: Int

  /// Describes a run.
  package init(
    strokes: Int, mixtures: Int, seed: UInt64, items: StrumItems,
    contestants: [any StrumContestant] = StrumBench.contestants
  ) {
    self.strokes = strokes
    self.mixtures = mixtures
    self.seed = seed
    self.contestants = contestants.map(\.name)
    datasets = items.checksums
    self.items = items.items.count
    let drawn = items.items.compactMap { item -> StrumMixture? in
      guard case .mixture(let mixture) = item.source else { return nil }
      return mixture
    }
    guitars = Set(drawn.map(\.guitar)).count
    longMixtures = drawn.count { $0.length == .ofStroke }
  }
}
