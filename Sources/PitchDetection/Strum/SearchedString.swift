// SPDX-License-Identifier: MIT

internal import Acoustics

/// A string of the configuration, with the values that the search needs.
struct SearchedString {
  /// The target in hertz.
  let target: Double
  /// The largest distance from the target, in cents.
  let range: Double
  /// The typical inharmonicity coefficient B of such a string.
  let typical: Double
  /// The index in the configuration.
  let index: Int
  private let combs: (InlineArray<12, Double>, InlineArray<12, Double>, InlineArray<12, Double>)

  /// The number of whole cents on each side of the target that the search covers.
  var reach: Int { Int(range) }

  /// Returns true if a frequency in hertz lies in the range.
  func isInRange(_ frequency: Double) -> Bool {
    abs(CentRatio.cents(of: frequency / target)) <= range
  }

  /// Returns true if a frequency in hertz lies at an end of the range, or beyond it.
  func isAtEdge(_ frequency: Double) -> Bool {
    abs(CentRatio.cents(of: frequency / target)) > range - StrumDecision.edge
  }

  /// Returns f_n/f_1 of a comb for one of `FineCombs.inharmonicityFactors`.
  ///
  /// - Parameter candidate: the index of the factor; 1 is the typical inharmonicity.
  /// - Returns: the ratios of the first twelve partials.
  func ratios(ofCandidate candidate: Int) -> InlineArray<12, Double> {
    switch candidate {
    case 0: combs.0
    case 1: combs.1
    default: combs.2
    }
  }

  /// Returns f_n/f_1 of a string with an inharmonicity coefficient.
  static func ratios(inharmonicity: Double) -> InlineArray<12, Double> {
    InlineArray { StrumSearch.ratio(ofPartial: $0 + 1, inharmonicity: inharmonicity) }
  }

  private init(_ string: StrumString, range: Double, index: Int) {
    target = string.target.value
    self.range = range
    typical = string.typicalInharmonicity
    self.index = index
    combs = StrumSearch.ratios(typical: string.typicalInharmonicity)
  }

  /// Returns the strings of a configuration, sorted by frequency.
  ///
  /// The range of a string ends at the latest halfway to its nearest neighbour.
  ///
  /// - Parameter strings: checked strings in any order.
  /// - Returns: the same strings, sorted by frequency. The order of the configuration therefore
  ///   does not affect results.
  static func sorted(_ strings: [StrumString]) -> [SearchedString] {
    let order = strings.indices.sorted { strings[$0].target < strings[$1].target }
    return order.map { index in
      var range = strings[index].range.value
      for other in strings.indices where other != index {
        let distance = strings[other].target.interval(above: strings[index].target).magnitude
        range = min(range, distance.value / 2)
      }
      return SearchedString(strings[index], range: range, index: index)
    }
  }
}
