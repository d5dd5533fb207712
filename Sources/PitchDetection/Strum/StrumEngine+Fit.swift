// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The fit of an update: its start, its rounds, and the searches for strings at other frequencies.
extension StrumEngine {
  // A number of four digits is that of a decision (docs/decisions). *Set* means that no record
  // gives the origin of the value.
  // | name         | unit     | meaning                              | source                     |
  // | ------------ | -------- | ------------------------------------ | -------------------------- |
  // | glideAtStart | cents    | standard deviation of a glide at the | 0148                       |
  // |              |          | pluck; with 20, sigma is too large   |                            |
  // | leastGlide   | cents    | glide below which the model has no   | set                        |
  // |              |          | glide                                |                            |
  // | roundsOfNew  | 1        | rounds of an update with a new fit   | 0113                       |
  // | newRounds    | 1        | number of rounds up to which a fit   | six converge (0113)        |
  // |              |          | is new                               |                            |
  // | uncertain    | –, cents | a string below these log odds, or    | 0113, 0148                 |
  // |              |          | with more scatter, starts from its   |                            |
  // |              |          | place again; the fit alone would not |                            |
  // |              |          | leave a wrong frequency              |                            |
  // | keptSigma    | cents    | largest sigma of a fit that the next | set                        |
  // |              |          | update starts from                   |                            |
  // | keptLines    | 1        | least number of significant lines of | set                        |
  // |              |          | such a fit                           |                            |
  // | silence      | s        | time after which a silent string has | 0171                       |
  // |              |          | no lines                             |                            |
  // | gain         | ln       | least gain in score of another place | set                        |
  // | gainOfSilent | ln       | the same for a string without lines  | 0171                       |
  private static let glideAtStart = 10.0
  private static let leastGlide = 0.004
  static let roundsOfNew = 4
  private static let newRounds = 6
  private static let uncertain = (odds: StringEvidence.certainOdds, scatter: 0.5)
  private static let keptSigma = 6.0
  private static let keptLines = 2
  private static let silence = 0.5
  private static let gain = 2.0
  private static let gainOfSilent = 12.0

  /// Starts all strings again, or moves their fits to the new window.
  ///
  /// - Parameters:
  ///   - span: the samples from an onset to the end of the window.
  ///   - isOfSameOnset: true if the previous fit of the stroke began at the same onset.
  mutating func begin(_ span: Range<Int>, continuing isOfSameOnset: Bool) {
    let age = Double(span.count) / stream.rate
    let middle = Double(span.upperBound) / stream.rate - spectrum.seconds / 2
    let sinceOnset = age - spectrum.seconds / 2
    let glide = Self.glideAtStart * exponential(of: -sinceOnset / GlidingLineShape.timeConstant)
    let share = glide / CentRatio.perNeper
    let variance = share * share + StiffStringFit.leastRelativeGlideVariance
    fits.model.prepare(seconds: spectrum.seconds, isGliding: glide > Self.leastGlide)
    if isOfSameOnset {
      fits.model.fadeGlides(after: middle - fits.fittedMiddle)
    } else {
      findPlaces()
      fits.model.begin(hum)
      fits.fitCount = 0
    }
    for index in strings.indices {
      if !isOfSameOnset { fits.trials[index] = nil }
      if !isOfSameOnset || fits.starts[index] == .moved { fits.silentSince[index] = nil }
      if isSilentForLong(index, at: span.upperBound) {
        fits.model.removeLines(of: index)
        continue
      }
      guard
        !isOfSameOnset || fits.starts[index] != .kept || isUncertain(fits.measurements[index])
      else { continue }
      let start = StiffStringFit(
        first: fits.places[index].first, inharmonicity: fits.places[index].inharmonicity,
        typical: strings[index].typical, glideVariance: variance)
      fits.model.begin(start, of: index, glideVariance: variance)
    }
    fits.fittedOnset = span.lowerBound
    fits.fittedMiddle = middle
  }

  private mutating func findPlaces() {
    var isComplete = true
    for index in strings.indices {
      fits.isKnown[index] = fits.stroke != nil && hasKeptFit(fits.measurements[index])
      isComplete = isComplete && fits.isKnown[index]
    }
    if !isComplete { search.find(in: spectrum, &fits.places, isKnown: fits.isKnown, hum: hum) }
  }

  /// Returns true if a fit may have a wrong frequency that the fit alone would not correct.
  private func isUncertain(_ measured: StrumMeasurement) -> Bool {
    measured.odds < Self.uncertain.odds || measured.scatter > Self.uncertain.scatter
  }

  /// Returns true if the measurements of half a second have found a string silent.
  ///
  /// Such a string is uncertain, so it would start again in each update, at one of the peaks of the
  /// noise. There it would take power from partials of other strings, and their readings would
  /// move.
  private func isSilentForLong(_ index: Int, at count: Int) -> Bool {
    Double(fits.silentCount(of: index, at: count)) >= Self.silence * stream.rate
  }

  private func hasKeptFit(_ measured: StrumMeasurement) -> Bool {
    measured.sigma < Self.keptSigma && measured.significantCount >= Self.keptLines
  }

  /// Fits all strings, and searches for the places at which some of them start next.
  mutating func fit() {
    var fewest = Int.max
    for index in strings.indices where !fits.model.isRemoved[index] {
      fewest = min(fewest, fits.model.rounds[index])
    }
    let isNew = fewest < Self.newRounds
    roundCount = isNew ? Self.roundsOfNew : 1
    fits.model.fit(spectrum, rounds: roundCount)
    search.sumUp(spectrum, fits.model)
    for index in strings.indices {
      fits.places[index] = search.place(ofString: index, in: spectrum, fits.model)
      fits.starts[index] = .kept
    }
    fits.fitCount += 1
    if isNew {
      for index in strings.indices { searchAgain(index) }
    } else {
      searchInTurn()
    }
  }

  /// Searches again for the next string, and for the next one whose frequency is not known.
  private mutating func searchInTurn() {
    fits.turn = (fits.turn + 1) % strings.count
    searchAgain(fits.turn)
    if let next = nextUnknown { searchAgain(next) }
  }

  /// The next string after the one in turn whose frequency is not known; `nil` for none.
  ///
  /// That of a string whose partials may be those of a lower one is not known, however precise they
  /// are.
  var nextUnknown: Int? {
    for offset in 1..<strings.count {
      let index = (fits.turn + offset) % strings.count
      if !hasKeptFit(fits.measurements[index]) || fits.newest[index].isOfLowerString {
        return index
      }
    }
    return nil
  }

  private mutating func searchAgain(_ index: Int) {
    let tries = isTrying(index)
    guard
      let better = search.betterPlace(
        ofString: index, in: spectrum, fits.model, than: fits.places[index],
        by: fits.model.isRemoved[index] ? Self.gainOfSilent : Self.gain,
        keeping: tries ? .allMultiples : .doubtfulMultiples)
    else { return }
    if tries { fits.trials[index] = PlaceTrial(before: fits.places[index]) }
    fits.places[index].first = better.first
    fits.places[index].inharmonicity = better.inharmonicity
    fits.starts[index] = tries ? .tried : .moved
  }
}
