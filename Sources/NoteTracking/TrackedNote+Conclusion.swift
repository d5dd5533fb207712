// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Tuning

extension TrackedNote {
  /// Concludes a note that has ended.
  init(_ sounding: SoundingNote, classifier: PitchClassifier) {
    let steady = sounding.readings.steady
    let pitch = SteadyPitch(of: steady)
    let match = classifier.match(pitch.frequency)
    let vibrato = sounding.contour.vibrato
    let inharmonicities = steady.compactMap(\.estimate.inharmonicity)
    self.init(
      start: sounding.start, end: sounding.lastClear, frequency: pitch.frequency,
      note: classifier.nearestNote(to: pitch.frequency), target: match?.target, cents: match?.cents,
      sigma: pitch.sigma,
      confidence: steady.map(\.estimate.confidence).reduce(0, +) / Double(steady.count),
      inharmonicity: inharmonicities.isEmpty ? nil : median(inharmonicities),
      onsetLevel: sounding.onsetLevel, vibrato: vibrato,
      glide: sounding.contour.glide(beside: vibrato), legato: sounding.legato,
      isPolyphonic: sounding.isPolyphonic)
  }
}
