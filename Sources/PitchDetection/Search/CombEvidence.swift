// SPDX-License-Identifier: MIT

/// The evidence of a comb for one pitch.
struct CombEvidence {
  /// The score of this update and those before, on the scale of `Hypotheses`.
  var accumulated: Double
  /// The share of all peaks that the comb explains, 0…1.
  var explained: Double
  /// The similarity of the note to itself one period earlier, if no shorter lag repeats, −1…1; 0 if
  /// it is not known.
  ///
  /// The peaks of a loud attack belong to no string, but the string repeats under them.
  var repetition = 0.0
}
