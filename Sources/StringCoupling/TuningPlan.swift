// SPDX-License-Identifier: MIT

package import Acoustics

/// The order in which to tune the strings of a guitar whose strings detune one another.
///
/// The plan also has the reading to which to tune each string, so that the later turns bring it to
/// its target.
package struct TuningPlan: Hashable, Sendable {
  /// One turn of a peg.
  package struct Step: Hashable, Sendable {
    /// The index of the string.
    package let string: Int
    /// The change of the string by this turn.
    package let turn: Cents
    /// The reading to which the string is tuned: its deviation from the target just after the turn.
    package let reading: Cents
  }

  // | name      | unit  | source                                                                  |
  // | --------- | ----- | ----------------------------------------------------------------------- |
  // | turned    | cents | kept free at the edge of the window for a string that is turned: 1.7    |
  // |           |       | standard deviations of a turn and a reading, 0.5 and 0.3 cents          |
  // | staying   | cents | for a string that stays: 1.7 standard deviations of a reading           |
  // | leastPart | 1     | share of the window that the plan may use in any case                   |
  // | farthest  | cents | largest step without a caution: strings that are further off are tuned  |
  // |           |       | one by one first; chosen                                                |
  private static let allowance = (turned: 1.0, staying: 0.5)
  private static let leastPart = 0.5
  /// The largest turn and the largest reading of a step that needs no caution, in cents.
  package static let farthest = 60.0

  /// The turns in order, the largest first; none if every string stays in tune.
  package let steps: [Step]
  /// Each string's deviation after all turns, if the couplings are right; `nil` for a string whose
  /// deviation is not known.
  package let ends: [Cents?]
  /// The standard deviations of `ends` that follow from those of the couplings, if each string is
  /// tuned to its reading.
  package let endSigmas: [Cents?]
  /// The largest deviation after all turns of the strings that sounded, if the couplings are right.
  package let remaining: Cents

  /// Plans the fewest turns, and among these the smallest squared deviations.
  ///
  /// - Parameters:
  ///   - deviations: each string's deviation now; `nil` for a string that did not sound, which is
  ///     left out.
  ///   - couplings: how the strings detune one another.
  ///   - tolerance: the in-tune window.
  /// - Precondition: at most 12 strings.
  /// - Complexity: O(n·2ⁿ), n strings; 12 strings take about a million operations.
  package init(
    from deviations: [Cents?], couplings: StringCouplings, tolerance: Cents
  ) {
    let heard = deviations.indices.filter { deviations[$0]?.value.isFinite == true }
    precondition(heard.count <= 12, "A plan has at most 12 strings.")
    let now = heard.map { TensionScale.place(of: deviations[$0]?.value ?? 0) }
    func limit(keeping allowance: Double) -> Double {
      max(Self.leastPart * tolerance.value, tolerance.value - allowance)
    }
    let best = Self.fewest(
      from: now, falls: heard.map { couplings.falls[$0] },
      movements: heard.map { couplings.movements[$0] },
      within: limit(keeping: Self.allowance.turned),
      staying: limit(keeping: Self.allowance.staying))
    let turns = best?.turns ?? now.map { _ in 0 }
    let rest = best?.rest ?? now
    var ends = deviations.map { _ in Cents?.none }
    for (index, string) in heard.enumerated() {
      ends[string] = Cents(TensionScale.cents(at: rest[index]))
    }
    self.ends = ends
    remaining = Cents(
      rest.reduce(0) { max($0, abs(TensionScale.cents(at: $1))) })
    var places = now
    var readings: [PlannedTurns.Step] = []
    steps = heard.indices.filter { turns[$0] != 0 }.sorted { abs(turns[$0]) > abs(turns[$1]) }
      .map { index in
        let before = TensionScale.cents(at: places[index])
        for other in heard.indices {
          places[other] += couplings.coupling(of: heard[other], to: heard[index]) * turns[index]
        }
        readings.append((index, places[index]))
        let reading = TensionScale.cents(at: places[index])
        return Step(
          string: heard[index], turn: Cents(reading - before), reading: Cents(reading))
      }
    let sigmas = PlannedTurns(from: now, to: readings, strings: heard).sigmas(of: couplings)
    var endSigmas = deviations.map { _ in Cents?.none }
    for (index, string) in heard.enumerated() {
      let slope = TensionScale.slope(at: TensionScale.cents(at: rest[index]))
      endSigmas[string] = Cents(sigmas[index] / slope)
    }
    self.endSigmas = endSigmas
  }

  /// The largest standard deviation of an end; `nil` if no string sounded.
  package var largestEndSigma: Cents? { endSigmas.compactMap(\.self).max() }

  /// True if a step needs a caution: it turns a string far, or to a reading far from its target.
  package var isFar: Bool {
    steps.contains { max($0.turn.magnitude.value, $0.reading.magnitude.value) > Self.farthest }
  }

  /// Returns the turns of the fewest pegs that bring all strings within their limits; `nil` if no
  /// pegs do.
  private static func fewest(
    from deviations: [Double], falls: [Double], movements: [Double],
    within limit: Double, staying: Double
  ) -> TurnedStrings? {
    let sets = (0..<(1 << deviations.count)).sorted {
      $0.nonzeroBitCount < $1.nonzeroBitCount
    }
    var (best, count): (TurnedStrings?, Int) = (nil, 0)
    for set in sets {
      if best != nil, set.nonzeroBitCount > count { break }
      let turned = TurnedStrings(
        set, from: deviations, falls: falls, movements: movements, within: limit,
        staying: staying)
      guard let turned, turned.squares < best?.squares ?? .infinity else { continue }
      (best, count) = (turned, set.nonzeroBitCount)
    }
    return best
  }
}
