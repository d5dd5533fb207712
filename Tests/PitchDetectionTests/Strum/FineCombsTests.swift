// SPDX-License-Identifier: MIT

import Acoustics
import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("Fine search for combs")
struct FineCombsTests {
  /// Returns a map with a peak at random bins, as many as lines of six strings.
  private func map(seconds: Double, seed: UInt64) -> PeakMap {
    let count = StrumSpectrum.binCount(seconds: seconds)
    var powers = FixedArray(repeating: 1.0, count: count)
    var state = seed
    for _ in 0..<(count / 4) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      powers[Int(state >> 33) % count] = Double(10 + (state >> 20) % 1000)
    }
    let floor = FixedArray(repeating: 1.0, count: count)
    var map = PeakMap(binCount: count)
    map.write(
      powers, over: floor, binCount: count, loudest: 1000, tolerance: .fine, seconds: seconds)
    return map
  }

  /// Returns the first of the best combs of all cents and inharmonicities.
  private func exhaustive(
    _ string: SearchedString, _ map: borrowing PeakMap, above least: Double, seconds: Double
  ) -> StrumSearch.Place? {
    var best: StrumSearch.Place?
    for cents in -string.reach...string.reach {
      let first = string.target * CentRatio.ratio(of: Double(cents))
      for candidate in 0..<3 {
        var score = 0.0
        for number in 0..<StrumSearch.partialCount {
          let bins = first * seconds * string.ratios(ofCandidate: candidate)[number]
          guard bins < StrumSpectrum.highest * seconds else { break }
          score += map.score(at: bins)
        }
        guard score > best?.score ?? least else { continue }
        best = StrumSearch.Place(
          first: first, inharmonicity: string.typical * FineCombs.inharmonicityFactors[candidate],
          score: score)
      }
    }
    return best
  }

  @Test("finds the comb of an exhaustive search", arguments: [1024, 3072, 8192])
  func best(count: Int) {
    let seconds = Double(count) / 12e3
    let strings = SearchedString.sorted(
      [40.0, 45, 50, 55, 59, 64].map {
        StrumString(target: Hertz(440).raised(by: Cents(100 * ($0 - 69))))
      })
    var combs = FineCombs(grid: CentGrid(strings))
    var found = 0
    for seed in 1...5 as ClosedRange<UInt64> {
      let map = map(seconds: seconds, seed: seed)
      for string in strings {
        for least in [-100.0, 0, 5, 1000] {
          let expected = exhaustive(string, map, above: least, seconds: seconds)
          let place = combs.best(of: string, in: map, above: least, seconds: seconds)
          #expect(place?.first == expected?.first)
          #expect(place?.inharmonicity == expected?.inharmonicity)
          #expect(place?.score == expected?.score)
          found += place == nil ? 0 : 1
        }
      }
    }
    #expect(found > 60)
  }
}
