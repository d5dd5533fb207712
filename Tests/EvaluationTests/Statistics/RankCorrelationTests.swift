// SPDX-License-Identifier: MIT

import Testing

@testable import Evaluation

@Suite("Rank correlation")
struct RankCorrelationTests {
  @Test("agrees with SciPy's spearmanr, ties included")
  func scipy() throws {
    let cases = try Golden.load("statistics", as: Golden.Statistics.self).spearman
    #expect(cases.count == 8)
    for row in cases {
      let rho = RankCorrelation.spearman(row.x, row.y)
      switch (rho, row.rho) {
      case (let rho?, let expected?): #expect(agree(rho, expected), "\(row.x.count) pairs")
      case (nil, nil): break
      default: Issue.record("\(String(describing: rho)), not \(String(describing: row.rho))")
      }
    }
  }

  @Test("is exactly one for any rising relation and minus one for any falling")
  func monotone() {
    let x = (1...50).map(Double.init)
    #expect(RankCorrelation.spearman(x, x.map { $0 * $0 * $0 }) == 1)
    #expect(RankCorrelation.spearman(x, x.map { 1 / $0 }) == -1)
  }

  @Test("is nil where a column is constant or there is no pair")
  func absent() {
    #expect(RankCorrelation.spearman([1, 2, 3], [5, 5, 5]) == nil)
    #expect(RankCorrelation.spearman([1], [1]) == nil)
    #expect(RankCorrelation.spearman([], []) == nil)
  }
}
