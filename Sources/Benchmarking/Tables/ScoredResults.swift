// SPDX-License-Identifier: MIT

/// The results of a run, with queries for merged scores.
struct ScoredResults {
  let results: [ItemResult]
  let scored: [(result: ItemResult, score: ItemScore)]
  let failed: [ItemResult]

  init(_ results: [ItemResult]) {
    self.results = results
    scored = results.compactMap { result in result.score.map { (result, $0) } }
    failed = results.filter { $0.failure != nil }
  }

  /// The merged score of all results.
  var whole: ItemScore { Self.merged(scored) }

  /// Returns the merged score of a set, filtered by notes, ratios and a prefix of the name.
  func score(
    set: String? = nil, notes: ClosedRange<Int>? = nil, ratios: [Int]? = nil, prefix: String? = nil
  ) -> ItemScore {
    Self.merged(
      scored.filter { result, _ in
        (set.map { $0 == result.set } ?? true)
          && (notes.map { range in result.note.map(range.contains) ?? false } ?? true)
          && (ratios.map { all in result.signalToNoise.map(all.contains) ?? false } ?? true)
          && (prefix.map(result.item.hasPrefix) ?? true)
      })
  }

  private static func merged(
    _ scores: [(result: ItemResult, score: ItemScore)]
  ) -> ItemScore {
    scores.reduce(into: ItemScore()) { $0.merge($1.score) }
  }
}
