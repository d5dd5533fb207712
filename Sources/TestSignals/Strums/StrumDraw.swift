// SPDX-License-Identifier: MIT

internal import Acoustics
internal import CMathematics

/// The ranges from which strokes are drawn.
package struct StrumDraw: Hashable, Sendable {
  // | name         | unit  | source                                                               |
  // | ------------ | ----- | -------------------------------------------------------------------- |
  // | stiffness    | 1     | standard deviation of ln B, as in the test sets                      |
  // | jitter       | 1     | largest deviation of a gap, as a share of it                         |
  private static let stiffness = 0.35
  private static let jitter = 0.15

  /// The strings, as notes.
  package var notes: [TestNote]
  /// The largest distance from the note, in cents.
  package var detuning = 40.0
  /// The largest difference from the standard level, in decibels.
  package var level = 10.0
  /// The largest time between two strings, in seconds.
  package var gap = 0.06
  /// The share of strokes in the direction from the first string to the last.
  package var downStrokes = 0.6
  /// The share of strings that the stroke misses.
  package var missing = 0.15
  /// The glide of each string, in cents.
  package var glide = 2.0...20.0
  /// The time constant of each glide, in seconds.
  package var glideTime = 0.08...0.08
  /// The level of the strings over the noise, in decibels.
  package var signalToNoise = 40.0
  /// The colour of the noise.
  package var noiseColour = NoiseColour.white
  /// The time after which a hand stops a string, in seconds; `nil` for strings that ring.
  package var muted: ClosedRange<Double>?
  /// The share of strings that the hand stops.
  package var mutedShare = 1.0
  /// True for strings with a second polarisation.
  package var hasPolarisations = false
  /// True for strings on a body with resonances.
  package var hasBody = false
  /// The indices of the notes that are played by a course of two strings in unison.
  package var courses: Set<Int> = []
  /// The chords, as semitones over each note and `nil` for a string that is not played; empty for
  /// open strings.
  package var chords: [[Int?]] = []

  /// Makes the ranges that `tuner-bench strum` uses.
  ///
  /// - Parameter notes: the strings, from low to high.
  /// - Precondition: there is a string.
  package init(notes: [TestNote]) {
    precondition(!notes.isEmpty, "A stroke has a string.")
    self.notes = notes
  }

  /// The six strings of a guitar.
  package static let guitar = StrumDraw(notes: [40, 45, 50, 55, 59, 64].map(TestNote.init))

  /// Draws a stroke; the same for the same seed.
  ///
  /// - Parameter seed: the seed of all draws.
  /// - Returns: a stroke that plays one string or more.
  package func strum(seed: UInt64) -> Strum {
    var draws = SplitMix64(seed: seed, name: "strum")
    // Additional draws come from a separate generator, so the strings of a seed stay the same.
    var more = StrumAdditions(seed: seed, hasBody: hasBody)
    let count = notes.count
    let gap = draws.nextUniform(in: 0...self.gap)
    let isDown = draws.nextUnit() < downStrokes
    let chord = more.choice(of: chords)
    var voices: [Strum.Voice] = []
    for (index, note) in notes.enumerated() {
      let order = Double(isDown ? index : count - 1 - index)
      let shift = draws.nextUniform(in: -Self.jitter...Self.jitter) * min(gap, 0.02)
      let onset = TestSignal.quiet + max(0, gap * order + shift)
      let fret = chord.map { $0[index] } ?? 0
      var string = draw(TestNote(note.midi + (fret ?? 0)), from: &draws)
      string.glide = more.glide(string.glide, timeConstant: glideTime)
      string.body = more.body
      let time = muted.map { draws.nextUniform(in: $0) }
      let stop = time.flatMap { more.takesShare(mutedShare) ? onset + $0 : nil }
      let pluck = Pluck(string: string, onset: onset, stop: stop)
      var companions = more.knocks(of: pluck)
      if hasPolarisations { companions.append(more.polarisation(of: pluck)) }
      if courses.contains(index) { companions.append(more.unison(of: pluck)) }
      voices.append(
        Strum.Voice(
          target: note.frequency, pluck: pluck, companions: companions,
          isPlayed: draws.nextUnit() >= missing && fret != nil))
    }
    if !voices.contains(where: \.isPlayed) {
      voices[draws.nextIndex(below: count)].isPlayed = true
    }
    return Strum(
      voices: voices, signalToNoise: signalToNoise, noiseColour: noiseColour,
      noiseSeed: draws.next())
  }

  private func draw(_ note: TestNote, from draws: inout SplitMix64) -> StringModel {
    var gaussian = GaussianSource(SplitMix64(seed: draws.next()))
    let inharmonicity = note.inharmonicity * exp(Self.stiffness * gaussian.next())
    let first = note.frequency.raised(by: Cents(draws.nextUniform(in: -detuning...detuning)))
    return StringModel(
      fundamental: Hertz(first.value / (1 + inharmonicity).squareRoot()),
      inharmonicity: inharmonicity,
      glide: Glide(interval: Cents(draws.nextUniform(in: glide))),
      spectrum: PartialSpectrum(
        pluckPoint: draws.nextUniform(in: 0.07...0.28), pickup: draws.nextUniform(in: 0.08...0.3),
        tiltPerOctave: Decibels(draws.nextUniform(in: -3...2))),
      decayTime: note.decayTime, phaseSeed: draws.next(),
      level: Decibels(StringModel.standardLevel.value + draws.nextUniform(in: -level...level)))
  }
}
