// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TrackedNote {
  /// Concludes a note that is over.
  init(_ sounding: SoundingNote, classifier: PitchClassifier) {
    let steady = sounding.readings.steady
    let frequency = Hertz(median(steady.map(\.frequency.value)))
    let match = classifier.match(frequency)
    let inharmonicities = steady.compactMap(\.inharmonicity)
    self.init(
      start: sounding.start, end: sounding.lastClear, frequency: frequency,
      note: classifier.nearestNote(to: frequency), target: match?.target, cents: match?.cents,
      sigma: Self.standardError(of: steady, around: frequency),
      confidence: steady.map(\.confidence).reduce(0, +) / Double(steady.count),
      inharmonicity: inharmonicities.isEmpty ? nil : median(inharmonicities),
      onsetLevel: sounding.onsetLevel, vibrato: sounding.contour.vibrato,
      glide: sounding.contour.glide)
  }

  /// The standard error of the median of the steady readings.
  ///
  /// 1.2533 / √n for independent normal readings; 1.4826 turns their median deviation into a standard
  /// deviation. Fewer than three readings have no spread: the smallest of their own errors.
  private static func standardError(
    of readings: ArraySlice<PitchEstimate>, around frequency: Hertz
  ) -> Cents? {
    guard readings.count >= 3 else { return readings.compactMap(\.sigma).min() }
    let deviations = readings.map { $0.frequency.interval(above: frequency).magnitude.value }
    return Cents(1.2533 * 1.4826 * median(deviations) / Double(readings.count).squareRoot())
  }
}
