// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The trials of places where lower strings explain the partials of a string.
///
/// Sources: docs/decisions/0193-a-doubtful-string-tries-a-hidden-place.md and
/// docs/decisions/0237-strings-that-exchange-partials.md.
extension StrumEngine {
  // A number of four digits is that of a decision (docs/decisions).
  // | name         | unit     | meaning                              | source                     |
  // | ------------ | -------- | ------------------------------------ | -------------------------- |
  // | doubtful     | 1        | log odds below which a string tries  | best of −1 to 0.85 on      |
  // |              |          | another place                        | recorded mixtures (0193)   |
  // | trialPeriod  | 1        | number of fits from trial to trial:  | 0193                       |
  // |              |          | the fit of a tried place, that of    |                            |
  // |              |          | the place before, and one that may   |                            |
  // |              |          | move                                 |                            |
  // | betterBy     | 1        | least gain in log odds of a tried    | best of 0 to 2 on recorded |
  // |              |          | place                                | mixtures (0193)            |
  // | exchanged    | cents    | least scatter of a string that may   | a body shifts partials by  |
  // |              |          | have partials of a lower one         | less; best of 3 to 7 (0237) |
  // | sameLine     | bins     | distance of a first partial from     | half of that of the Hann   |
  // |              |          | that of a lower string below which   | main lobe                  |
  // |              |          | it may be that partial               |                            |
  private static let doubtful = 0.0
  private static let trialPeriod = 3
  private static let betterBy = 1.0
  private static let exchanged = 5.0
  private static let sameLine = 1.0

  /// Returns true if a string may try a place where the lines of lower strings explain its
  /// partials.
  ///
  /// The residual shows nothing of a B3 whose partials the third, sixth, … partials of E2 explain.
  /// Only a fit with lines of its own shows whether it sounds, or whether it is the string that has
  /// the lines of the lower one. A noise has no lower strings, so there are no trials before a
  /// stroke is found.
  func isTrying(_ index: Int) -> Bool {
    fits.model.isOfStroke && fits.stroke != nil && fits.fitCount % Self.trialPeriod == 0
      && fits.trials[index] == nil && !fits.model.isRemoved[index]
      && (fits.measurements[index].odds < Self.doubtful || mayHaveExchanged(index))
  }

  /// Returns true if a string may have exchanged partials with a lower one.
  ///
  /// The third partial of E2 explains a flat B3, and the B3 explains the third partial of E2. Both
  /// fits stay as they are, with partials that scatter, because each has the lines of the other.
  private func mayHaveExchanged(_ index: Int) -> Bool {
    let measured = fits.measurements[index]
    guard measured.scatter > Self.exchanged else { return false }
    for lower in 0..<index where fits.measurements[lower].isSounding {
      let first = fits.measurements[lower].frequency
      let number = (measured.frequency / first).rounded()
      let distance = abs(measured.frequency - number * first) * spectrum.seconds
      if number > 1, distance < Self.sameLine { return true }
    }
    return false
  }

  /// Returns all strings to their places before a trial.
  ///
  /// A decision about damped strings cannot be compared with one from before.
  mutating func abandonTrials() {
    for index in strings.indices {
      guard let trial = fits.trials[index] else { continue }
      fits.trials[index] = nil
      fits.places[index] = trial.before
      fits.starts[index] = .tried
    }
  }

  /// Continues the trials of places after a decision about the strings.
  ///
  /// A trial that the update has begun stores the decision at the place before. One that the update
  /// has fitted ends: the string stays if its log odds have grown enough, and returns to the place
  /// and the decision before if not.
  ///
  /// The readings of the other strings are those of the fit with the trial. The caller has decided
  /// about the strings.
  ///
  /// - Parameter elapsed: the time since the previous decision, in seconds.
  mutating func endTrials(after elapsed: Double) {
    for index in strings.indices {
      guard let trial = fits.trials[index] else { continue }
      let reading = strings[index].index
      guard let earlier = trial.decision else {
        fits.trials[index]?.decision = PlaceTrial.Decision(
          measurement: fits.measurements[index], reading: fits.readings[reading],
          silentSince: fits.silentSince[index])
        continue
      }
      fits.trials[index] = nil
      guard fits.measurements[index].odds < earlier.measurement.odds + Self.betterBy else {
        continue
      }
      fits.places[index] = trial.before
      fits.starts[index] = .tried
      fits.measurements[index] = earlier.measurement
      fits.measurements[index].earlier.fade(after: elapsed)
      fits.readings[reading] = earlier.reading
      fits.silentSince[index] = earlier.silentSince
    }
  }
}
