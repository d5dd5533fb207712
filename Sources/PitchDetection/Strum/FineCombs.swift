// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The search for the comb of a string with a fine step.
///
/// Most combs cannot have the best score. Upper bounds of the scores of a range of combs exclude
/// them together.
struct FineCombs: ~Copyable {
  // | name                 | unit  | source                                                      |
  // | -------------------- | ----- | ----------------------------------------------------------- |
  // | inharmonicityFactors | 1     | of the typical B; B of strings is within a factor of two    |
  // | slack                | ln    | more than the rounding of a score                           |
  // | block                | cents | combs that a bound covers: within a bin in most windows     |
  static let inharmonicityFactors: InlineArray<3, Double> = [0.4, 1, 1.8]
  private static let slack = 1e-9
  private static let block = 8

  private let grid: CentGrid
  /// The ratios f_n/f_1 for each inharmonicity.
  private var ratios = FixedArray(repeating: 0.0, count: 3 * StrumSearch.partialCount)
  /// Bounds of the score that the partials from each one on can add, for each inharmonicity.
  private var limits = FixedArray(repeating: 0.0, count: 3 * (StrumSearch.partialCount + 1))

  /// Prepares for the ranges of a grid.
  init(grid: CentGrid) { self.grid = grid }

  /// Searches for the best comb with a score above `least`.
  ///
  /// - Parameters:
  ///   - string: the string.
  ///   - map: the scores of the residual of the other strings.
  ///   - least: the score.
  ///   - seconds: the window's length.
  /// - Returns: the comb; `nil` for none.
  mutating func best(
    of string: SearchedString, in map: borrowing PeakMap, above least: Double, seconds: Double
  ) -> StrumSearch.Place? {
    let end = StrumSpectrum.highest * seconds
    let bins = string.target * seconds
    var highest = -Double.infinity
    for candidate in 0..<3 {
      writeLimits(of: string, candidate, bins, end, in: map)
      highest = max(highest, limits[candidate * (StrumSearch.partialCount + 1)])
    }
    guard highest > least else { return nil }
    var best = StrumSearch.Place(
      first: string.target, inharmonicity: string.typical, score: least)
    var isFound = false
    for start in stride(from: -string.reach, through: string.reach, by: Self.block) {
      let last = min(start + Self.block - 1, string.reach)
      let isOpen = (0..<3).reduce(into: SIMD3<Int>.zero) { isOpen, candidate in
        let canExceed = canExceed(
          candidate, bins * grid.ratio(start), bins * grid.ratio(last), above: best.score, end,
          in: map)
        isOpen[candidate] = canExceed ? 1 : 0
      }
      guard isOpen != .zero else { continue }
      for cents in start...last {
        let first = string.target * grid.ratio(cents)
        for candidate in 0..<3 where isOpen[candidate] == 1 {
          let score = score(candidate, first * seconds, above: best.score, end, in: map)
          guard score > best.score else { continue }
          isFound = true
          best = StrumSearch.Place(
            first: first, inharmonicity: string.typical * Self.inharmonicityFactors[candidate],
            score: score)
        }
      }
    }
    return isFound ? best : nil
  }

  /// Writes the ratios and the limits of a string for one inharmonicity.
  private mutating func writeLimits(
    of string: SearchedString, _ candidate: Int, _ bins: Double, _ end: Double,
    in map: borrowing PeakMap
  ) {
    let lowest = bins * grid.ratio(-string.reach)
    let highest = bins * grid.ratio(string.reach)
    let combs = string.ratios(ofCandidate: candidate)
    let row = candidate * (StrumSearch.partialCount + 1)
    limits[row + StrumSearch.partialCount] = 0
    for number in stride(from: StrumSearch.partialCount - 1, through: 0, by: -1) {
      ratios[candidate * StrumSearch.partialCount + number] = combs[number]
      // A comb with a lower first partial may contain one more partial.
      let most = map.bound(from: lowest * combs[number], to: min(highest * combs[number], end))
      let isAlways = highest * combs[number] < end
      limits[row + number] =
        limits[row + number + 1] + (isAlways ? most : max(most, 0)) + Self.slack
    }
  }

  /// Returns true if a comb between two first partials may have a score above `least`.
  private func canExceed(
    _ candidate: Int, _ low: Double, _ high: Double, above least: Double, _ end: Double,
    in map: borrowing PeakMap
  ) -> Bool {
    let (row, limit) = (
      candidate * StrumSearch.partialCount, candidate * (StrumSearch.partialCount + 1)
    )
    var sum = 0.0
    for number in 0..<StrumSearch.partialCount {
      let (from, to) = (low * ratios[row + number], high * ratios[row + number])
      if from >= end { break }
      if sum + limits[limit + number] <= least { return false }
      let most = map.highest(from: from, to: min(to, end))
      sum += (to < end ? most : max(most, 0)) + Self.slack
    }
    return sum > least
  }

  /// Returns the score of a comb, or a lower value if it cannot exceed `least`.
  @inline(__always)
  private func score(
    _ candidate: Int, _ bins: Double, above least: Double, _ end: Double,
    in map: borrowing PeakMap
  ) -> Double {
    let (row, limit) = (
      candidate * StrumSearch.partialCount, candidate * (StrumSearch.partialCount + 1)
    )
    var sum = 0.0
    for number in 0..<StrumSearch.partialCount {
      let place = bins * ratios[row + number]
      if place >= end { break }
      if sum + limits[limit + number] <= least { return -.infinity }
      sum += map.score(at: place)
    }
    return sum
  }
}
