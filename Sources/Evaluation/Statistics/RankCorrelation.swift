// SPDX-License-Identifier: MIT

/// Spearman's rank correlation; tied values share the mean of their ranks.
///
/// It is Pearson's correlation of the ranks. Doubled ranks are whole numbers, so every sum is exact
/// and independent of the order of pairs.
enum RankCorrelation {
  /// Returns the correlation of the two columns, −1…1.
  ///
  /// - Returns: `nil` for fewer than two pairs, or when all values of a column are equal.
  /// - Precondition: both columns have the same count.
  /// - Complexity: O(n log n).
  static func spearman(_ left: [Double], _ right: [Double]) -> Double? {
    precondition(left.count == right.count, "Rank correlation needs pairs.")
    guard left.count > 1 else { return nil }
    let leftRanks = doubledRanks(left)
    let rightRanks = doubledRanks(right)
    // Twice the mean rank: ranks 1…n sum to n(n + 1) / 2 with and without ties.
    let centre = left.count + 1
    var products: Int128 = 0
    var leftSquares: Int128 = 0
    var rightSquares: Int128 = 0
    for (left, right) in zip(leftRanks, rightRanks) {
      products += Int128(left - centre) * Int128(right - centre)
      leftSquares += Int128(left - centre) * Int128(left - centre)
      rightSquares += Int128(right - centre) * Int128(right - centre)
    }
    guard leftSquares > 0, rightSquares > 0 else { return nil }
    let scale = Double(leftSquares).squareRoot() * Double(rightSquares).squareRoot()
    return Swift.min(1, Swift.max(-1, Double(products) / scale))
  }

  /// Returns twice the rank of every value, from 2; tied values share the mean.
  private static func doubledRanks(_ values: [Double]) -> [Int] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Int](repeating: 0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start
      while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
      for place in start...end { ranks[order[place]] = start + end + 2 }
      start = end + 1
    }
    return ranks
  }
}
