// SPDX-License-Identifier: MIT

/// The largest distance at which a peak of a spectrum still counts as a partial.
enum PartialTolerance {
  // | name       | unit | source                                                                 |
  // | ---------- | ---- | ---------------------------------------------------------------------- |
  // | pitchShare | 1    | share of the pitch; at half of it the next partial is as near          |
  // | nativeBins | 1    | native bins: largest error of a peak in noise                          |
  // | predicted  | 1    | share of a frequency that lower partials predict, fitted on strings    |
  // | guessed    | 1    | share of a frequency that only a candidate predicts, fitted on strings |
  // | harmonic   | 1    | share of a multiple of the pitch, whose inharmonicity is not known     |
  private static let pitchShare = 0.3
  private static let nativeBins = 0.6
  static let predicted = 0.004
  static let guessed = 0.014
  static let harmonic = 0.01

  /// Returns the largest distance, in hertz.
  ///
  /// - Parameters:
  ///   - frequency: the expected frequency of the partial, in hertz.
  ///   - share: the relative uncertainty of that frequency.
  ///   - native: 1 / window length, in hertz.
  ///   - pitch: the pitch, in hertz, which keeps the next partial out of reach; infinite for no
  ///     limit.
  /// - Returns: the distance, at most `pitchShare` of the pitch.
  @inline(__always)
  static func width(
    at frequency: Double, uncertain share: Double, native: Double, pitch: Double = .infinity
  ) -> Double {
    min(pitchShare * pitch, nativeBins * native + share * frequency)
  }
}
