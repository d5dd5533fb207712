// SPDX-License-Identifier: MIT

/// A family of test signals.
///
/// Each tests one ability of a detector.
package enum SignalSet: Hashable, CaseIterable, Sendable {
  /// No stiffness, no glide, no decay and no noise.
  case clean
  /// A typical string, 60 dB over white noise.
  case string
  /// B = 5e-4 and a bright body (+2 dB an octave), 60 dB over white noise.
  case stiff
  /// Partial 1 at −30 dB against the strongest other one, 60 dB over white noise.
  case weak
  /// Partial 1 at −120 dB against the strongest other one, 60 dB over white noise.
  case missing
  /// A string whose pluck also excites two to four modes of the body between 80 and 250 Hz, of Q 15
  /// to 60, 60 dB over white noise.
  case body
  /// A string in noise of one colour, at every ratio of `signalToNoise`.
  case noise(NoiseColour)
  /// One string stopped as the next begins, without a gap, 60 dB over white noise.
  case legato
  /// Noise alone, at every level of `noiseLevels` and in every colour.
  case unvoiced

  /// All sets, in the order of the reports.
  package static let allCases: [SignalSet] = [
    .clean, .string, .stiff, .weak, .missing, .body, .noise(.white), .noise(.pink), .noise(.hum),
    .legato,
    .unvoiced,
  ]

  /// The signal-to-noise ratios of the noise sets in decibels: mean power of the string over its
  /// steady window to the power of the noise over the full band.
  package static let signalToNoise = [40, 30, 20, 10, 5, 0, -5]
  /// The levels of noise alone, root mean square in dBFS.
  package static let noiseLevels = [-80, -70, -60, -50, -40, -30, -20]
  /// The semitones from the first note of a legato to the second.
  package static let legatoIntervals = [-12, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 7, 12]

  /// The name that reports and identifiers use, such as `string` or `noise-pink`.
  package var name: String {
    switch self {
    case .clean: "clean"
    case .string: "string"
    case .stiff: "stiff"
    case .weak: "weak"
    case .missing: "missing"
    case .body: "body"
    case .noise(let colour): "noise-\(colour.rawValue)"
    case .legato: "legato"
    case .unvoiced: "unvoiced"
    }
  }

  /// Returns the cases of this set in a fixed order.
  ///
  /// Each is independent of the others.
  ///
  /// - Parameters:
  ///   - seed: the seed of all random draws, together with the name of the case.
  ///   - notes: the notes, one case (or one for each ratio) a note; `unvoiced` ignores them.
  ///   - draws: the number of strings for each note, or of noises for each level.
  /// - Returns: the cases, in the same order on every run.
  /// - Complexity: O(number of cases); nothing is rendered.
  package func cases(
    seed: UInt64, notes: [TestNote] = TestNote.all, draws: Int = 1
  ) -> [SignalCase] {
    switch self {
    case .unvoiced:
      return NoiseColour.allCases.flatMap { colour in
        Self.noiseLevels.flatMap { level in
          (0..<draws).map {
            SignalCase(
              set: self, content: .noise(colour: colour, levelInDecibels: level), draw: $0,
              seed: seed)
          }
        }
      }
    case .noise:
      return notes.flatMap { note in
        Self.signalToNoise.flatMap { ratio in
          (0..<draws).map {
            SignalCase(
              set: self, content: .note(note, signalToNoiseInDecibels: ratio), draw: $0, seed: seed)
          }
        }
      }
    case .clean, .string, .stiff, .weak, .missing, .body, .legato:
      let ratio = self == .clean ? nil : 60
      return notes.flatMap { note in
        (0..<draws).map {
          SignalCase(
            set: self, content: .note(note, signalToNoiseInDecibels: ratio), draw: $0, seed: seed)
        }
      }
    }
  }
}
