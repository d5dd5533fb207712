// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The search for a string over its range: the comb of twelve partials with the best score.
///
/// The first search is coarse. It uses the peaks of the whole spectrum and reduces the score of
/// peaks that other strings explain. Once every string has a fit, the second search looks for each
/// string with a fine step in the residual of the other strings. It corrects a comb with a wrong
/// frequency.
///
/// Source: docs/decisions/0085-strings-of-a-stroke-by-fits-and-clusters.md; for the partials of
/// lower strings docs/decisions/0193-a-doubtful-string-tries-a-hidden-place.md.
struct StrumSearch: ~Copyable {
  // | name         | unit   | source                                                              |
  // | ------------ | ------ | ------------------------------------------------------------------- |
  // | partialCount | 1      | number of partials of a comb                                        |
  // | leastMove    | cents  | least distance to another place; the fit itself finds a nearer one  |
  // | lowestOther  | Hz     | lowest frequency of another note; mains hum and thumps are below    |
  static let partialCount = 12
  private static let leastMove = 1.5
  private static let lowestOther = 35.0

  /// A hypothesis about a string: its first partial in hertz, B, and the score of the comb.
  struct Place: BitwiseCopyable {
    var first: Double
    var inharmonicity: Double
    var score = 0.0
  }

  private let strings: [SearchedString]
  private var map: PeakMap
  private var residual: StringResidual
  private var coarse: CoarseCombs
  private var fine: FineCombs
  private let outside: OutsideCombs

  /// Prepares for strings and bins.
  init(_ strings: [SearchedString], binCount: Int) {
    self.strings = strings
    let grid = CentGrid(strings)
    map = PeakMap(binCount: binCount)
    residual = StringResidual(stringCount: strings.count, binCount: binCount)
    coarse = CoarseCombs(stringCount: strings.count, grid: grid)
    fine = FineCombs(grid: grid)
    outside = OutsideCombs(strings)
  }

  /// Finds the combs of the strings whose frequency is not known, in the whole spectrum.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - places: the place of each string; written if `isKnown` is false.
  ///   - isKnown: true for strings whose frequency is known.
  ///   - hum: hum that sounded before the stroke; `nil` for none.
  mutating func find(
    in spectrum: borrowing StrumSpectrum, _ places: inout FixedArray<Place>,
    isKnown: borrowing FixedArray<Bool>, hum: SteadyHum?
  ) {
    map.write(
      spectrum.powers, over: spectrum.floor, binCount: spectrum.count, loudest: nil,
      tolerance: .coarse, seconds: spectrum.seconds)
    coarse.find(
      strings, in: map, &places, isKnown: isKnown, hum: hum, seconds: spectrum.seconds)
  }

  /// Adds up the lines of all strings, for the scores and searches of an update.
  ///
  /// - Parameters:
  ///   - spectrum: the measured spectrum.
  ///   - model: the fitted lines and strings.
  mutating func sumUp(_ spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel) {
    residual.sumUp(spectrum, model)
  }

  /// Returns the place of a string's fit.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - spectrum: the spectrum of `sumUp`.
  ///   - model: the model of `sumUp`.
  /// - Returns: the place, with its score in the residual of the other strings.
  mutating func place(
    ofString string: Int, in spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel
  ) -> Place {
    let fit = model.fits[string]
    var place = Place(first: fit.first, inharmonicity: max(fit.inharmonicity, 0))
    let ratios = SearchedString.ratios(inharmonicity: place.inharmonicity)
    let end = StrumSpectrum.highest * spectrum.seconds
    residual.render(string, model, binCount: spectrum.count)
    for number in 0..<Self.partialCount {
      let bins = place.first * spectrum.seconds * ratios[number]
      if bins >= end { break }
      let reach = PeakMap.reach(at: bins, tolerance: .fine)
      let first = max(0, Int(bins) - reach)
      let last = min(spectrum.count, Int(bins) + reach + 1)
      guard first < last else { break }
      residual.writeResidual(on: first..<last, of: spectrum)
      place.score += PeakMap.score(
        at: bins, residual.powers, over: residual.floor, bins: first..<last,
        loudest: residual.loudest, tolerance: .fine, seconds: spectrum.seconds)
    }
    residual.clear(string, model, binCount: spectrum.count)
    return place
  }

  /// Searches for a string again in the residual of the others.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - spectrum: the spectrum of `sumUp`.
  ///   - model: the model of `sumUp`.
  ///   - place: the place of the string's fit.
  ///   - gain: the least gain in score.
  ///   - kept: the partials of lower strings that stay in the residual.
  /// - Returns: a better place; `nil` for none.
  mutating func betterPlace(
    ofString string: Int, in spectrum: borrowing StrumSpectrum, _ model: borrowing StrumModel,
    than place: Place, by gain: Double, keeping kept: KeptMultiples
  ) -> Place? {
    residual.writeResidual(keeping: string, of: strings, in: spectrum, model, multiples: kept)
    mapResidual(spectrum)
    guard
      let other = fine.best(
        of: strings[string], in: map, above: place.score + gain, seconds: spectrum.seconds)
    else { return nil }
    guard abs(CentRatio.cents(of: other.first / place.first)) > Self.leastMove else { return nil }
    return other
  }

  private mutating func mapResidual(_ spectrum: borrowing StrumSpectrum) {
    map.write(
      residual.powers, over: residual.floor, binCount: spectrum.count, loudest: residual.loudest,
      tolerance: .fine, seconds: spectrum.seconds)
  }

  // MARK: - Other notes

  /// Maps the peaks in the residual of all strings, for `peaks(atFractionsOf:seconds:)`.
  ///
  /// - Parameter spectrum: the spectrum of `sumUp`.
  mutating func mapFullResidual(of spectrum: borrowing StrumSpectrum) {
    residual.writeFullResidual(of: spectrum)
    mapResidual(spectrum)
  }

  /// The powers of the residual of all strings, after `mapFullResidual(of:)`.
  var residualPowers: FixedArray<Double> { _read { yield residual.powers } }

  /// Returns the peaks at fractions of a frequency in the mapped residual.
  ///
  /// - Parameters:
  ///   - first: the first partial in hertz.
  ///   - seconds: the window's length.
  /// - Returns: the peaks of notes of which the string may be a partial.
  func peaks(atFractionsOf first: Double, seconds: Double) -> FractionPeaks {
    FractionPeaks(
      halves: otherScores(of: first / 2, without: 2, seconds: seconds).sum,
      halfPower: residualPower(at: first / 2 * seconds),
      thirds: otherScores(of: first / 3, without: 3, seconds: seconds).highest,
      fifths: otherScores(of: first / 5, without: 5, seconds: seconds).highest)
  }

  /// Returns true if the mapped residual shows a sound near a string that no string explains.
  ///
  /// - Parameters:
  ///   - string: the string's index.
  ///   - seconds: the window's length.
  /// - Returns: true for a comb outside of the ranges of all strings.
  func hasSound(outsideRangeOf string: Int, seconds: Double) -> Bool {
    outside.bestScore(ofString: string, in: map, seconds: seconds) >= OutsideCombs.leastScore
  }

  /// Returns the highest power of the residual within a bin of a place.
  private func residualPower(at bins: Double) -> Double {
    let nearest = min(max(Int(bins.rounded()), 1), residual.powers.count - 2)
    return max(
      residual.powers[nearest - 1], residual.powers[nearest], residual.powers[nearest + 1])
  }

  /// Returns the sum and the highest of the scores at the multiples of a frequency that `divisor`
  /// does not divide.
  private func otherScores(
    of fundamental: Double, without divisor: Int, seconds: Double
  ) -> (sum: Double, highest: Double) {
    var (sum, highest) = (0.0, 0.0)
    for number in 1...Self.partialCount where number % divisor != 0 {
      let frequency = fundamental * Double(number)
      guard frequency >= Self.lowestOther else { continue }
      guard frequency < StrumSpectrum.highest else { break }
      let score = map.score(at: frequency * seconds)
      sum += score
      highest = max(highest, score)
    }
    return (sum, highest)
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
      SearchedString.ratios(inharmonicity: typical * FineCombs.inharmonicityFactors[0]),
      SearchedString.ratios(inharmonicity: typical * FineCombs.inharmonicityFactors[1]),
      SearchedString.ratios(inharmonicity: typical * FineCombs.inharmonicityFactors[2])
    )
  }
}
