// SPDX-License-Identifier: MIT

internal import Acoustics

/// The combs outside of the ranges of all strings, where a string far out of tune sounds.
///
/// No string has such a comb, so its partials stay in the residual of all strings.
///
/// Source: docs/decisions/0230-a-string-far-out-of-tune-is-unclear.md.
struct OutsideCombs {
  // | name       | unit  | source                                                                |
  // | ---------- | ----- | --------------------------------------------------------------------- |
  // | reach      | cents | largest distance from a string: three semitones and a half; chosen    |
  // | step       | cents | step of the combs, as of the first search                             |
  // | leastScore | ln    | 62 of 106 strings far out of tune have it, and 2 of 108 silent ones   |
  // |            |       | (0230)                                                                |
  private static let reach = 350
  private static let step = 3
  static let leastScore = 12.0

  private let strings: [SearchedString]
  /// The first partials in hertz of the combs of all strings, and the part of each string.
  private let firsts: [Double]
  private let parts: [Range<Int>]

  /// Prepares the combs of strings.
  init(_ strings: [SearchedString]) {
    self.strings = strings
    var firsts: [Double] = []
    parts = strings.map { string in
      let start = firsts.count
      for cents in stride(from: -Self.reach, through: Self.reach, by: Self.step) {
        let first = string.target * CentRatio.ratio(of: Double(cents))
        if !strings.contains(where: { $0.isInRange(first) }) { firsts.append(first) }
      }
      return start..<firsts.count
    }
    self.firsts = firsts
  }

  /// Returns the best score of the combs near a string.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - map: the scores of the residual of all strings.
  ///   - seconds: the window's length.
  /// - Returns: the score; negative infinity if the ranges of all strings leave no comb.
  func bestScore(ofString string: Int, in map: borrowing PeakMap, seconds: Double) -> Double {
    let ratios = strings[string].ratios(ofCandidate: 1)
    var best = -Double.infinity
    for place in parts[string] {
      var score = 0.0
      for number in 0..<StrumSearch.partialCount {
        let frequency = firsts[place] * ratios[number]
        guard frequency < StrumSpectrum.highest else { break }
        score += map.score(at: frequency * seconds)
      }
      best = max(best, score)
    }
    return best
  }
}
