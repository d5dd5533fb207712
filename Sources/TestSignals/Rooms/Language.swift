// SPDX-License-Identifier: MIT

/// The properties of a language that the pitch and the rhythm of its speech depend on.
///
/// Each is modelled on one group of languages: the vowels, the durations of syllables, and the
/// movement of the pitch. The syllables are random, so the speech has no meaning.
enum Language: Hashable, CaseIterable, Sendable {
  /// Stressed syllables are long and high, the others short: English, German, Russian.
  case stressTimed
  /// Syllables of equal length with small movements: Spanish, Italian.
  case syllableTimed
  /// The pitch rises towards the end of each group: French.
  case risingGroups
  /// Short syllables that are either high or low: Japanese.
  case pitchAccent
  /// Each syllable has a contour of its own: Mandarin.
  case tonal

  /// The vowels.
  var vowels: [Vowel] {
    switch self {
    case .stressTimed: [.i, .e, .openE, .ae, .a, .openO, .o, .u, .schwa, .schwa]
    case .syllableTimed, .pitchAccent: [.i, .e, .a, .o, .u]
    case .risingGroups: [.i, .e, .openE, .a, .openO, .o, .u, .y, .schwa]
    case .tonal: [.i, .a, .o, .u, .y, .schwa]
    }
  }

  /// The mean duration of a vowel, in seconds.
  var vowelSeconds: Double {
    switch self {
    case .stressTimed: 0.11
    case .syllableTimed, .risingGroups: 0.1
    case .pitchAccent: 0.08
    case .tonal: 0.15
    }
  }

  /// Returns the pitch of a syllable at its start, middle and end, in semitones over the base.
  ///
  /// - Parameters:
  ///   - place: the place in its group, 0 for the first and 1 for the last syllable.
  ///   - isStressed: true for a stressed syllable.
  ///   - draws: the random numbers.
  /// - Returns: the three pitches.
  func contour(
    at place: Double, isStressed: Bool, from draws: inout SplitMix64
  ) -> (start: Double, middle: Double, end: Double) {
    let declination = 3 - 6 * place
    switch self {
    case .stressTimed:
      guard isStressed else { return (declination - 1, declination - 1.5, declination - 1) }
      let peak = draws.nextUniform(in: 2...6)
      return (declination, declination + peak, declination + peak * draws.nextUnit())
    case .syllableTimed:
      let peak = isStressed ? draws.nextUniform(in: 1...3.5) : 0
      return (declination, declination + peak, declination - 0.5)
    case .risingGroups:
      let rise = 5 * place * place
      return (declination / 2 + rise - 1, declination / 2 + rise, declination / 2 + rise + 1)
    case .pitchAccent:
      let level = isStressed ? 3.0 : -2.0
      return (declination / 2 + level - 0.5, declination / 2 + level, declination / 2 + level)
    case .tonal:
      let base = declination / 2
      switch draws.nextIndex(below: 4) {
      case 0: return (base + 4, base + 4, base + 4)
      case 1: return (base - 1, base + 1, base + 5)
      case 2: return (base - 1, base - 5, base - 1)
      default: return (base + 5, base + 1, base - 4)
      }
    }
  }
}
