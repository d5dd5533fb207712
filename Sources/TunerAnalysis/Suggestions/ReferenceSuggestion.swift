// SPDX-License-Identifier: MIT

import Acoustics
import Tuning

/// A frequency of A4 that explains a deviation that all strings share.
struct ReferenceSuggestion: Sendable {
  /// The least number of pitches: fewer strings may be flat by chance.
  private static let leastPitches = 3
  /// The largest scatter of the strings, as a share of the deviation that they have in common.
  private static let largestScatter = 0.5

  /// The deviation that the strings have in common.
  let offset: Cents
  /// The frequency of A4 without the deviation.
  let reference: ReferencePitch

  /// Finds a common deviation; `nil` if the strings are in tune, or do not share one.
  ///
  /// - Parameters:
  ///   - fit: the fit of the chosen tuning.
  ///   - reference: the chosen frequency of A4.
  ///   - tolerance: the largest deviation that is in tune.
  init?(_ fit: TuningFit, from reference: ReferencePitch, beyond tolerance: Cents) {
    guard fit.count - fit.foreignCount >= Self.leastPitches, fit.offset.magnitude > tolerance,
      fit.scatter.value <= Self.largestScatter * fit.offset.magnitude.value,
      let found = fit.reference(from: reference)
    else { return nil }
    offset = fit.offset
    self.reference = found
  }

  /// The suggestion in a sentence.
  var sentence: String {
    let cents = TextFigures.number(offset.magnitude.value, places: 0)
    let a4 = TextFigures.number(reference.a4.value, places: 2)
    return "All of it is about \(cents) cents \(offset.value < 0 ? "flat" : "sharp"): it fits "
      + "A4 = \(a4) Hz. Choose that with: --a4 \(a4)"
  }
}
