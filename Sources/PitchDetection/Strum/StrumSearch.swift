// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The search for a string's law over its range: the comb of twelve partials with the best score.
///
/// A string without a law is searched for on the peaks of the whole spectrum, coarsely, where partials
/// that other strings explain count little. Once every string has a law, each is searched for again on
/// the peaks of what the others leave, finely. That finds strings whose comb lay in a wrong place.
struct StrumSearch: ~Copyable {
  // | name          | unit   | source                                                             |
  // | ------------- | ------ | ------------------------------------------------------------------ |
  // | partialCount  | 1      | of a comb                                                          |
  // | coarseStep    | cents  | a third of a peak's tolerance at the highest partial               |
  // | coarseRounds  | 1      | the second knows the other strings                                 |
  // | leastScore    | nepers | below it a string explains nothing for the others                  |
  // | explainedBins | bins   | distance up to which another string's line explains a peak         |
  // | explained     | 1      | share of the score that it takes                                   |
  // | stiffnesses   | 1      | of the typical B: strings lie within a factor of two               |
  // | leftShare     | 1      | power that a line may leave behind: −36 dB                         |
  // | gain          | nepers | by which another place must be better                              |
  // | leastMove     | cents  | below it the fit finds the place itself                            |
  // | lowestRest    | Hz     | below it lie mains hum and thumps, and no partial of another note    |
  static let partialCount = 12
  private static let coarseStep = 3
  private static let coarseRounds = 2
  private static let leastScore = 2.0
  private static let explainedBins = 1.6
  private static let explained = 0.8
  private static let stiffnesses: InlineArray<3, Double> = [0.4, 1, 1.8]
  private static let leftShare = 2.511_886_431_509_58e-4
  private static let gain = 2.0
  private static let leastMove = 1.5
  private static let lowestRest = 35.0

  /// A place of a string: its first partial, B, and the comb's score.
  struct Place: BitwiseCopyable {
    var first: Double
    var inharmonicity: Double
    var score = 0.0
  }

  private let strings: [SearchedString]
  private var map: PeakMap
  private var ratios: FixedArray<Double>
  private let middle: Int
  private var others: FixedArray<Double>
  private var otherCount = 0
  private var total: FixedArray<ComplexValue>
  private var totalPower: FixedArray<Double>
  private var own: FixedArray<ComplexValue>
  private var powers: FixedArray<Double>
  private var floor: FixedArray<Double>

  /// Prepares for strings and bins.
  init(_ strings: [SearchedString], binCount: Int) {
    self.strings = strings
    map = PeakMap(binCount: binCount)
    middle = strings.map { $0.reach }.max() ?? 0
    ratios = FixedArray(repeating: 1, count: 2 * middle + 1)
    for cents in -middle...middle { ratios[middle + cents] = CentRatio.ratio(of: Double(cents)) }
    others = FixedArray(repeating: 0, count: strings.count * StrumLine.most)
    total = FixedArray(repeating: ComplexValue(), count: binCount)
    totalPower = FixedArray(repeating: 0, count: binCount)
    own = FixedArray(repeating: ComplexValue(), count: binCount)
    powers = FixedArray(repeating: 0, count: binCount)
    floor = FixedArray(repeating: 0, count: binCount)
  }

  // MARK: - The first search

  /// Searches the whole spectrum for the strings without a law.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - places: the strings' places; written where `isKnown` is false.
  ///   - isKnown: true for strings with a law.
  mutating func find(
    in spectrum: borrowing StrumSpectrum, _ places: inout FixedArray<Place>,
    isKnown: borrowing FixedArray<Bool>
  ) {
    map.write(
      spectrum.powers, over: spectrum.floor, binCount: spectrum.count, loudest: nil,
      tolerance: .coarse, seconds: spectrum.seconds)
    for string in strings.indices where !isKnown[string] { places[string].score = 0 }
    for _ in 0..<Self.coarseRounds {
      for string in strings.indices where !isKnown[string] {
        gatherOthers(of: string, places, isKnown: isKnown)
        places[string] = best(of: strings[string], seconds: spectrum.seconds)
      }
    }
  }

  /// Collects the lines of the other strings in order.
  private mutating func gatherOthers(
    of string: Int, _ places: borrowing FixedArray<Place>, isKnown: borrowing FixedArray<Bool>
  ) {
    otherCount = 0
    for other in strings.indices where other != string {
      guard isKnown[other] || places[other].score >= Self.leastScore else { continue }
      let b = places[other].inharmonicity
      for number in 1...StrumLine.most {
        let line = places[other].first * Self.ratio(ofPartial: number, inharmonicity: b)
        var place = otherCount
        while place > 0, others[place - 1] > line {
          others[place] = others[place - 1]
          place -= 1
        }
        others[place] = line
        otherCount += 1
      }
    }
  }

  private func best(of string: SearchedString, seconds: Double) -> Place {
    let b = string.typical
    var best = Place(first: string.target, inharmonicity: b, score: -.infinity)
    let reach = string.reach - string.reach % Self.coarseStep
    for cents in stride(from: -reach, through: reach, by: Self.coarseStep) {
      let first = string.target * ratios[middle + cents]
      var score = 0.0
      for number in 1...Self.partialCount {
        let frequency = first * string.ratios(1)[number - 1]
        guard frequency < StrumSpectrum.highest else { break }
        let value = map.score(at: frequency * seconds)
        score += value > 0 ? value * unexplained(frequency, seconds: seconds) : value
      }
      if score > best.score { best = Place(first: first, inharmonicity: b, score: score) }
    }
    return best
  }

  /// Returns the share of a peak at `frequency` that the lines of the other strings leave.
  private func unexplained(_ frequency: Double, seconds: Double) -> Double {
    var (low, high) = (0, otherCount)
    while low < high {
      let between = (low + high) / 2
      if others[between] < frequency { low = between + 1 } else { high = between }
    }
    var distance = Double.infinity
    if low > 0 { distance = frequency - others[low - 1] }
    if low < otherCount { distance = min(distance, others[low] - frequency) }
    return 1 - Self.explained
      * min(max(Self.explainedBins - distance * seconds, 0), 1)
  }

  // MARK: - The search in what other strings leave

  /// Searches for every string again in what the others leave.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - model: the fitted lines and laws.
  ///   - places: receives the place of every string's law, or a better one, and the score of the law.
  /// - Returns: true where a string moved.
  mutating func refind(
    in spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel,
    _ places: inout FixedArray<Place>
  ) -> Bool {
    sumUp(model, binCount: spectrum.count)
    var loudest = 0.0
    for bin in 0..<spectrum.count { loudest = max(loudest, spectrum.powers[bin]) }
    var hasMoved = false
    for string in strings.indices {
      leave(string, of: spectrum, model)
      map.write(
        powers, over: floor, binCount: spectrum.count, loudest: loudest, tolerance: .fine,
        seconds: spectrum.seconds)
      let law = model.laws[string]
      var here = Place(first: law.first, inharmonicity: max(law.inharmonicity, 0))
      here.score = score(of: here, seconds: spectrum.seconds)
      let other = bestFine(of: strings[string], seconds: spectrum.seconds)
      places[string] = here
      guard other.score > here.score + Self.gain else { continue }
      guard abs(CentRatio.cents(of: other.first / here.first)) > Self.leastMove else { continue }
      places[string].first = other.first
      places[string].inharmonicity = other.inharmonicity
      hasMoved = true
    }
    return hasMoved
  }

  /// Writes the sum of all strings' lines, and of the powers of each string's lines.
  private mutating func sumUp(_ model: borrowing StrumModel, binCount: Int) {
    for bin in 0..<binCount {
      total[bin] = ComplexValue()
      totalPower[bin] = 0
    }
    for string in strings.indices {
      render(string, model, binCount: binCount)
      for bin in 0..<binCount {
        total[bin] = total[bin] + own[bin]
        totalPower[bin] += own[bin].squaredMagnitude
      }
    }
  }

  private mutating func render(_ string: Int, _ model: borrowing StrumModel, binCount: Int) {
    for bin in 0..<binCount { own[bin] = ComplexValue() }
    for index in model.lineRange(of: string) where model.lines[index].isActive {
      model.shapes.add(model.lines[index], at: index, to: &own, count: binCount)
    }
  }

  /// Writes the powers that the other strings leave, and the floor with what their lines may leave.
  private mutating func leave(
    _ string: Int, of spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel
  ) {
    render(string, model, binCount: spectrum.count)
    for bin in 0..<spectrum.count {
      let rest = spectrum.bins[bin] - total[bin] + own[bin]
      powers[bin] = rest.squaredMagnitude
      let others = max(0, totalPower[bin] - own[bin].squaredMagnitude)
      floor[bin] = spectrum.floor[bin] + Self.leftShare * others
    }
  }

  // MARK: - Other notes

  /// Maps the peaks that all strings leave, for `peaks(atFractionsOf:seconds:)`.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - model: the fitted lines and laws.
  mutating func mapRest(of spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel) {
    sumUp(model, binCount: spectrum.count)
    var loudest = 0.0
    for bin in 0..<spectrum.count {
      loudest = max(loudest, spectrum.powers[bin])
      powers[bin] = (spectrum.bins[bin] - total[bin]).squaredMagnitude
      floor[bin] = spectrum.floor[bin] + Self.leftShare * totalPower[bin]
    }
    map.write(
      powers, over: floor, binCount: spectrum.count, loudest: loudest, tolerance: .fine,
      seconds: spectrum.seconds)
  }

  /// Returns the peaks at fractions of a frequency in the mapped rest.
  ///
  /// - Parameters:
  ///   - first: the first partial in hertz.
  ///   - seconds: the window's length.
  /// - Returns: the peaks of notes of which the string may be a partial.
  func peaks(atFractionsOf first: Double, seconds: Double) -> FractionPeaks {
    FractionPeaks(
      halves: restScores(of: first / 2, without: 2, seconds: seconds).sum,
      thirds: restScores(of: first / 3, without: 3, seconds: seconds).highest,
      fifths: restScores(of: first / 5, without: 5, seconds: seconds).highest)
  }

  /// Returns the sum and the highest of the scores at the multiples of a frequency, without those of
  /// `divisor` times it.
  private func restScores(
    of fundamental: Double, without divisor: Int, seconds: Double
  ) -> (sum: Double, highest: Double) {
    var (sum, highest) = (0.0, 0.0)
    for number in 1...Self.partialCount where number % divisor != 0 {
      let frequency = fundamental * Double(number)
      guard frequency >= Self.lowestRest else { continue }
      guard frequency < StrumSpectrum.highest else { break }
      let score = map.score(at: frequency * seconds)
      sum += score
      highest = max(highest, score)
    }
    return (sum, highest)
  }

  private func bestFine(of string: SearchedString, seconds: Double) -> Place {
    var best = Place(first: string.target, inharmonicity: string.typical, score: -.infinity)
    for cents in -string.reach...string.reach {
      let first = string.target * ratios[middle + cents]
      for stiffness in 0..<3 {
        let score = comb(first * seconds, string.ratios(stiffness), seconds)
        if score > best.score {
          best = Place(
            first: first, inharmonicity: string.typical * Self.stiffnesses[stiffness],
            score: score)
        }
      }
    }
    return best
  }

  @inline(__always)
  private func comb(
    _ bins: Double, _ ratios: InlineArray<12, Double>, _ seconds: Double
  ) -> Double {
    let end = StrumSpectrum.highest * seconds
    var sum = 0.0
    for number in 0..<Self.partialCount {
      let place = bins * ratios[number]
      if place >= end { break }
      sum += map.score(at: place)
    }
    return sum
  }

  private func score(of place: Place, seconds: Double) -> Double {
    comb(
      place.first * seconds, SearchedString.ratios(inharmonicity: place.inharmonicity), seconds)
  }

  /// Returns f_n/f_1 of a stiff string.
  static func ratio(ofPartial number: Int, inharmonicity: Double) -> Double {
    let n = Double(number)
    return n * ((1 + inharmonicity * n * n) / (1 + inharmonicity)).squareRoot()
  }

  /// Returns the combs' ratios of a string for all stiffnesses that are searched.
  static func ratios(typical: Double) -> (
    InlineArray<12, Double>, InlineArray<12, Double>, InlineArray<12, Double>
  ) {
    (
      SearchedString.ratios(inharmonicity: typical * stiffnesses[0]),
      SearchedString.ratios(inharmonicity: typical * stiffnesses[1]),
      SearchedString.ratios(inharmonicity: typical * stiffnesses[2])
    )
  }
}
