// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The first search for the combs of strings, in the peaks of the whole spectrum.
///
/// Peaks that the combs of other strings explain count less.
struct CoarseCombs: ~Copyable {
  // *Set* means that no record gives the origin of the value.
  // | name          | unit  | meaning                                | source                     |
  // | ------------- | ----- | -------------------------------------- | -------------------------- |
  // | step          | cents | step of the combs                      | a third of a peak's        |
  // |               |       |                                        | tolerance at the highest   |
  // |               |       |                                        | partial                    |
  // | rounds        | 1     | number of rounds                       | the second uses the combs  |
  // |               |       |                                        | of the other strings       |
  // | leastScore    | ln    | least score of a comb that explains    | set                        |
  // |               |       | peaks of other strings                 |                            |
  // | explainedBins | bins  | distance up to which a line of another | set                        |
  // |               |       | string explains a peak                 |                            |
  // | explained     | 1     | share of the score that such a peak    | set                        |
  // |               |       | loses                                  |                            |
  private static let step = 3
  private static let rounds = 2
  private static let leastScore = 2.0
  private static let explainedBins = 1.6
  private static let explained = 0.8

  private let grid: CentGrid
  /// The lines of the other strings and of hum in rising order, between two infinite ones.
  private var others: FixedArray<Double>
  private var otherCount = 0
  /// The first partial and the score of every comb of a string.
  private var firsts: FixedArray<Double>
  private var scores: FixedArray<Double>

  /// Prepares for a number of strings.
  init(stringCount: Int, grid: CentGrid) {
    self.grid = grid
    others = FixedArray(
      repeating: -.infinity, count: stringCount * StrumLine.mostFree + SteadyHum.most + 2)
    firsts = FixedArray(repeating: 0, count: 2 * grid.reach / Self.step + 1)
    scores = FixedArray(repeating: 0, count: 2 * grid.reach / Self.step + 1)
  }

  /// Finds the combs of the strings whose frequency is not known.
  ///
  /// - Parameters:
  ///   - strings: all strings.
  ///   - map: the scores of the whole spectrum.
  ///   - places: the place of each string; written if `isKnown` is false.
  ///   - isKnown: true for strings whose frequency is known.
  ///   - hum: hum that sounded before the stroke; `nil` for none.
  ///   - seconds: the window's length.
  mutating func find(
    _ strings: [SearchedString], in map: borrowing PeakMap,
    _ places: inout FixedArray<StrumSearch.Place>, isKnown: borrowing FixedArray<Bool>,
    hum: SteadyHum?, seconds: Double
  ) {
    for string in strings.indices where !isKnown[string] { places[string].score = 0 }
    for _ in 0..<Self.rounds {
      for string in strings.indices where !isKnown[string] {
        gatherOthers(of: string, strings.count, places, isKnown: isKnown, hum: hum)
        places[string] = best(of: strings[string], in: map, seconds: seconds)
      }
    }
  }

  private mutating func gatherOthers(
    of string: Int, _ stringCount: Int, _ places: borrowing FixedArray<StrumSearch.Place>,
    isKnown: borrowing FixedArray<Bool>, hum: SteadyHum?
  ) {
    otherCount = 0
    for other in 0..<stringCount where other != string {
      guard isKnown[other] || places[other].score >= Self.leastScore else { continue }
      let b = places[other].inharmonicity
      for number in 1...StrumLine.mostFree {
        addOther(places[other].first * StrumSearch.ratio(ofPartial: number, inharmonicity: b))
      }
    }
    if let hum {
      for number in 1...SteadyHum.most where hum.powers[number - 1] > 0 {
        addOther(Double(number) * hum.base)
      }
    }
    others[otherCount + 1] = .infinity
  }

  /// Inserts a line in rising order.
  private mutating func addOther(_ line: Double) {
    otherCount += 1
    var place = otherCount
    while others[place - 1] > line {
      others[place] = others[place - 1]
      place -= 1
    }
    others[place] = line
  }

  private mutating func best(
    of string: SearchedString, in map: borrowing PeakMap, seconds: Double
  ) -> StrumSearch.Place {
    let reach = string.reach - string.reach % Self.step
    let count = 2 * reach / Self.step + 1
    for index in 0..<count {
      firsts[index] = string.target * grid.ratio(Self.step * index - reach)
      scores[index] = 0
    }
    let combs = string.ratios(ofCandidate: 1)
    let (others, firsts, scores) = (others.address, firsts.address, scores.mutableAddress)
    // The frequencies of a partial rise from comb to comb, and those of a comb from partial to
    // partial.
    var start = 1
    for number in 0..<StrumSearch.partialCount {
      while others[start] < firsts[0] * combs[number] { start += 1 }
      var next = start
      for index in 0..<count {
        let frequency = firsts[index] * combs[number]
        guard frequency < StrumSpectrum.highest else { break }
        let value = map.score(at: frequency * seconds)
        guard value > 0 else {
          scores[index] += value
          continue
        }
        while others[next] < frequency { next += 1 }
        let (above, below) = (others[next] - frequency, frequency - others[next - 1])
        let distance = above < below ? above : below
        scores[index] += value * Self.unexplained(distance * seconds)
      }
    }
    var best = StrumSearch.Place(
      first: string.target, inharmonicity: string.typical, score: -.infinity)
    for index in 0..<count where scores[index] > best.score {
      (best.first, best.score) = (firsts[index], scores[index])
    }
    return best
  }

  /// Returns the share of a peak's score that a line of another string leaves at `distance` bins.
  @inline(__always)
  private static func unexplained(_ distance: Double) -> Double {
    let near = explainedBins - distance
    return 1 - explained * (near > 1 ? 1 : near > 0 ? near : 0)
  }
}
