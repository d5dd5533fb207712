// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The search for a string's law over its range: the comb of twelve partials with the best score.
///
/// The first search is coarse. It uses the peaks of the whole spectrum and reduces the score of
/// peaks that other strings explain. Once every string has a law, the second search looks for each
/// string with a fine step in the residual of the other strings. It corrects a comb with a wrong
/// frequency.
struct StrumSearch: ~Copyable {
  // | name          | unit   | source                                                             |
  // | ------------- | ------ | ------------------------------------------------------------------ |
  // | partialCount  | 1      | number of partials of a comb                                       |
  // | coarseStep    | cents  | a third of a peak's tolerance at the highest partial               |
  // | coarseRounds  | 1      | the second round uses the combs of the other strings               |
  // | leastScore    | nepers | least score of a comb that explains peaks of other strings         |
  // | explainedBins | bins   | distance up to which a line of another string explains a peak      |
  // | explained     | 1      | share of the score that such a peak loses                          |
  // | stiffnesses   | 1      | factors of the typical B; B of strings is within a factor of two   |
  // | leftShare     | 1      | share of a line's power that may remain in the residual: −36 dB    |
  // | gain          | nepers | least gain in score of another place                               |
  // | leastMove     | cents  | least distance to another place; the fit itself finds a nearer one |
  // | slack         | nepers | more than the rounding of a score                                  |
  // | lowestRest    | Hz     | lowest frequency of another note; mains hum and thumps are below   |
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
  private static let slack = 1e-9
  private static let lowestRest = 35.0

  /// A hypothesis about a string: its first partial in hertz, B, and the score of the comb.
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
  private var loudest = 0.0
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

  /// Finds the combs of the strings without a law in the whole spectrum.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - places: the place of each string; written where `isKnown` is false.
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

  /// Collects the lines of the other strings in rising order.
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
    let combs = string.ratios(1)
    let reach = string.reach - string.reach % Self.coarseStep
    for cents in stride(from: -reach, through: reach, by: Self.coarseStep) {
      let first = string.target * ratios[middle + cents]
      var score = 0.0
      for number in 1...Self.partialCount {
        let frequency = first * combs[number - 1]
        guard frequency < StrumSpectrum.highest else { break }
        let value = map.score(at: frequency * seconds)
        score += value > 0 ? value * unexplained(frequency, seconds: seconds) : value
      }
      if score > best.score { best = Place(first: first, inharmonicity: b, score: score) }
    }
    return best
  }

  /// Returns the share of a peak's score that the lines of the other strings leave.
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

  // MARK: - The search in the residual of other strings

  /// Adds up the lines of all strings, for the scores and searches of an update.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - model: the fitted lines and laws.
  mutating func sumUp(_ spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel) {
    loudest = 0
    for bin in 0..<spectrum.count {
      loudest = max(loudest, spectrum.powers[bin])
      total[bin] = ComplexValue()
      totalPower[bin] = 0
    }
    for string in strings.indices {
      render(string, model, binCount: spectrum.count)
      var next = 0
      for index in model.lineRange(of: string) where model.lines[index].isActive {
        let range = Self.bins(of: model.lines[index], binCount: spectrum.count)
        guard next < range.upperBound else { continue }
        for bin in max(next, range.lowerBound)..<range.upperBound {
          total[bin] = total[bin] + own[bin]
          totalPower[bin] += own[bin].squaredMagnitude
        }
        next = range.upperBound
      }
      clear(string, model, binCount: spectrum.count)
    }
  }

  /// Returns the place of a string's law.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - spectrum: the spectrum of `sumUp`.
  ///   - model: the model of `sumUp`.
  /// - Returns: the law, with its score in the residual of the other strings.
  mutating func place(
    ofString string: Int, in spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel
  ) -> Place {
    let law = model.laws[string]
    var place = Place(first: law.first, inharmonicity: max(law.inharmonicity, 0))
    let ratios = SearchedString.ratios(inharmonicity: place.inharmonicity)
    let end = StrumSpectrum.highest * spectrum.seconds
    render(string, model, binCount: spectrum.count)
    for number in 0..<Self.partialCount {
      let bins = place.first * spectrum.seconds * ratios[number]
      if bins >= end { break }
      let reach = PeakMap.reach(at: bins, tolerance: .fine)
      let first = max(0, Int(bins) - reach)
      let last = min(spectrum.count, Int(bins) + reach + 1)
      guard first < last else { break }
      leave(first..<last, of: spectrum)
      place.score += PeakMap.score(
        at: bins, powers, over: floor, bins: first..<last, loudest: loudest, tolerance: .fine,
        seconds: spectrum.seconds)
    }
    clear(string, model, binCount: spectrum.count)
    return place
  }

  /// Searches for a string again in the residual of the others.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - spectrum: the spectrum of `sumUp`.
  ///   - model: the model of `sumUp`.
  ///   - place: the place of the string's law.
  /// - Returns: a better place; `nil` for none.
  mutating func betterPlace(
    ofString string: Int, in spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel,
    than place: Place
  ) -> Place? {
    render(string, model, binCount: spectrum.count)
    leave(0..<spectrum.count, of: spectrum)
    clear(string, model, binCount: spectrum.count)
    map.write(
      powers, over: floor, binCount: spectrum.count, loudest: loudest, tolerance: .fine,
      seconds: spectrum.seconds)
    guard
      let other = bestFine(
        of: strings[string], above: place.score + Self.gain, seconds: spectrum.seconds)
    else { return nil }
    guard abs(CentRatio.cents(of: other.first / place.first)) > Self.leastMove else { return nil }
    return other
  }

  /// Returns the bins that a line reaches.
  private static func bins(of line: StrumLine, binCount: Int) -> Range<Int> {
    let first = max(1, line.nearest - LineShape.reach)
    return first..<max(first, min(binCount, line.nearest + LineShape.reach + 1))
  }

  /// Adds the lines of a string to `own`, which must be zero.
  private mutating func render(_ string: Int, _ model: borrowing StrumModel, binCount: Int) {
    for index in model.lineRange(of: string) where model.lines[index].isActive {
      model.shapes.add(model.lines[index], at: index, to: &own, count: binCount)
    }
  }

  private mutating func clear(_ string: Int, _ model: borrowing StrumModel, binCount: Int) {
    for index in model.lineRange(of: string) where model.lines[index].isActive {
      for bin in Self.bins(of: model.lines[index], binCount: binCount) {
        own[bin] = ComplexValue()
      }
    }
  }

  /// Writes the powers of the residual of the strings other than `own`, and the floor.
  ///
  /// The floor includes the power that may remain of their lines.
  private mutating func leave(_ bins: Range<Int>, of spectrum: borrowing StrumSpectrum) {
    for bin in bins {
      let rest = spectrum.bins[bin] - total[bin] + own[bin]
      powers[bin] = rest.squaredMagnitude
      let others = max(0, totalPower[bin] - own[bin].squaredMagnitude)
      floor[bin] = spectrum.floor[bin] + Self.leftShare * others
    }
  }

  // MARK: - Other notes

  /// Maps the peaks in the residual of all strings, for `peaks(atFractionsOf:seconds:)`.
  ///
  /// - Parameter spectrum: the spectrum of `sumUp`.
  mutating func mapRest(of spectrum: borrowing StrumSpectrum) {
    for bin in 0..<spectrum.count {
      powers[bin] = (spectrum.bins[bin] - total[bin]).squaredMagnitude
      floor[bin] = spectrum.floor[bin] + Self.leftShare * totalPower[bin]
    }
    map.write(
      powers, over: floor, binCount: spectrum.count, loudest: loudest, tolerance: .fine,
      seconds: spectrum.seconds)
  }

  /// Returns the peaks at fractions of a frequency in the mapped residual.
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

  /// Returns the sum and the highest of the scores at the multiples of a frequency that `divisor`
  /// does not divide.
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

  /// Returns the best comb with a score above `least`; `nil` for none.
  private func bestFine(of string: SearchedString, above least: Double, seconds: Double) -> Place? {
    var best = Place(first: string.target, inharmonicity: string.typical, score: least)
    var isFound = false
    let combs: InlineArray<3, InlineArray<12, Double>> = [
      string.ratios(0), string.ratios(1), string.ratios(2),
    ]
    let limits: InlineArray<3, InlineArray<13, Double>> = [
      bounds(of: string, combs[0], seconds), bounds(of: string, combs[1], seconds),
      bounds(of: string, combs[2], seconds),
    ]
    if max(limits[0][0], max(limits[1][0], limits[2][0])) <= least { return nil }
    for cents in -string.reach...string.reach {
      let first = string.target * ratios[middle + cents]
      for stiffness in 0..<3 {
        let score = comb(
          first * seconds, combs[stiffness], limits[stiffness], above: best.score, seconds)
        if score > best.score {
          isFound = true
          best = Place(
            first: first, inharmonicity: string.typical * Self.stiffnesses[stiffness],
            score: score)
        }
      }
    }
    return isFound ? best : nil
  }

  /// Returns bounds of the score that the partials from each one on can add to a comb of a string.
  private func bounds(
    of string: SearchedString, _ combs: InlineArray<12, Double>, _ seconds: Double
  ) -> InlineArray<13, Double> {
    let lowest = string.target * ratios[middle - string.reach] * seconds
    let highest = string.target * ratios[middle + string.reach] * seconds
    let end = StrumSpectrum.highest * seconds
    var bounds = InlineArray<13, Double>(repeating: 0)
    for number in stride(from: Self.partialCount - 1, through: 0, by: -1) {
      // The comb of a low cents value may have a partial that a higher one lacks.
      let most = map.highest(
        from: lowest * combs[number], to: min(highest * combs[number], end))
      let isAlways = highest * combs[number] < end
      bounds[number] = bounds[number + 1] + (isAlways ? most : max(most, 0)) + Self.slack
    }
    return bounds
  }

  /// Returns the score of a comb, or a lower value where it cannot exceed `least`.
  @inline(__always)
  private func comb(
    _ bins: Double, _ ratios: InlineArray<12, Double>, _ bounds: InlineArray<13, Double>,
    above least: Double, _ seconds: Double
  ) -> Double {
    let end = StrumSpectrum.highest * seconds
    var sum = 0.0
    for number in 0..<Self.partialCount {
      let place = bins * ratios[number]
      if place >= end { break }
      if sum + bounds[number] <= least { return -.infinity }
      sum += map.score(at: place)
    }
    return sum
  }

  /// Returns f_n/f_1 of a string with an inharmonicity coefficient.
  static func ratio(ofPartial number: Int, inharmonicity: Double) -> Double {
    let n = Double(number)
    return n * ((1 + inharmonicity * n * n) / (1 + inharmonicity)).squareRoot()
  }

  /// Returns f_n/f_1 of the combs of a string, for each inharmonicity of the search.
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
