// SPDX-License-Identifier: MIT

internal import Acoustics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The ranges from which strokes are drawn.
package struct StrumDraw: Hashable, Sendable {
  // | name         | unit  | source                                                               |
  // | ------------ | ----- | -------------------------------------------------------------------- |
  // | stiffness    | 1     | standard deviation of ln B, as in the test sets                      |
  // | downStrokes  | 1     | share of strokes from the lowest string up                           |
  // | jitter       | 1     | of a gap, to each side                                               |
  private static let stiffness = 0.35
  private static let downStrokes = 0.6
  private static let jitter = 0.15

  /// The strings, as notes.
  package var notes: [TestNote]
  /// The largest distance from the note, in cents.
  package var detuning = 40.0
  /// The largest difference from the standard level, in decibels.
  package var level = 10.0
  /// The largest time between two strings, in seconds.
  package var gap = 0.06
  /// The share of strings that the stroke misses.
  package var missing = 0.15
  /// The level of the strings over the noise, in decibels.
  package var signalToNoise = 40.0
  /// The time after which a palm mutes every string, in seconds; `nil` for strings that ring.
  package var muted: ClosedRange<Double>?

  /// Makes ranges as the judge of strokes has them.
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
  /// - Parameter seed: hangs all draws.
  /// - Returns: a stroke that plays one string or more.
  package func strum(seed: UInt64) -> Strum {
    var draws = SplitMix64(seed: seed, name: "strum")
    let count = notes.count
    let gap = draws.nextUniform(in: 0...self.gap)
    let isDown = draws.nextUnit() < Self.downStrokes
    var voices: [Strum.Voice] = []
    for (index, note) in notes.enumerated() {
      let order = Double(isDown ? index : count - 1 - index)
      let shift = draws.nextUniform(in: -Self.jitter...Self.jitter) * min(gap, 0.02)
      let onset = TestSignal.quiet + max(0, gap * order + shift)
      let target = note.frequency
      let string = draw(note, from: &draws)
      let stop = muted.map { onset + draws.nextUniform(in: $0) }
      voices.append(
        Strum.Voice(
          target: target, pluck: Pluck(string: string, onset: onset, stop: stop),
          isPlayed: draws.nextUnit() >= missing))
    }
    if !voices.contains(where: \.isPlayed) {
      voices[draws.nextIndex(below: count)].isPlayed = true
    }
    return Strum(voices: voices, signalToNoise: signalToNoise, noiseSeed: draws.next())
  }

  private func draw(_ note: TestNote, from draws: inout SplitMix64) -> StringModel {
    var gaussian = GaussianSource(SplitMix64(seed: draws.next()))
    let inharmonicity = note.inharmonicity * exp(Self.stiffness * gaussian.next())
    let first = note.frequency.raised(by: Cents(draws.nextUniform(in: -detuning...detuning)))
    return StringModel(
      fundamental: Hertz(first.value / (1 + inharmonicity).squareRoot()),
      inharmonicity: inharmonicity,
      glide: Glide(interval: Cents(draws.nextUniform(in: 2...20))),
      spectrum: PartialSpectrum(
        pluckPoint: draws.nextUniform(in: 0.07...0.28), pickup: draws.nextUniform(in: 0.08...0.3),
        tiltPerOctave: Decibels(draws.nextUniform(in: -3...2))),
      decayTime: note.decayTime, phaseSeed: draws.next(),
      level: Decibels(StringModel.standardLevel.value + draws.nextUniform(in: -level...level)))
  }
}
