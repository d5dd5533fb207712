// SPDX-License-Identifier: MIT

/// The evidence for the pitch of one update: everything that its confidence depends on.
struct Evidence {
  /// The evidence of the comb; `nil` if the note holds too few periods for one.
  var comb: CombEvidence?
  /// The similarity of a young note to itself one period earlier, −1…1; `nil` if it is unknown.
  var repetition: Double?
  /// The durations for which the pitch has stayed the same.
  var stability: PitchStability
  /// True if the pitch is a line of mains hum.
  var isHum = false
  /// The factor of the confidence for a pitch that first appears far below the peak of the sound,
  /// 0…1.
  var attenuation = 1.0
}
