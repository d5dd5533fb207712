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
  /// A touched harmonic of an open string at every level of `openLevels`, at the twelfth, seventh
  /// and fifth fret, 60 dB over white noise.
  case touched
  /// Noise alone, at every level of `noiseLevels` and in every colour.
  case unvoiced
  /// Rooms in which nobody plays, of every kind of `RoomScene`.
  case rooms

  /// All sets, in the order of the reports.
  package static let allCases: [SignalSet] = [
    .clean, .string, .stiff, .weak, .missing, .body, .noise(.white), .noise(.pink), .noise(.hum),
    .legato, .touched, .unvoiced, .rooms,
  ]

  /// The signal-to-noise ratios of the noise sets in decibels: mean power of the string over its
  /// steady window to the power of the noise over the full band.
  package static let signalToNoise = [40, 30, 20, 10, 5, 0, -5]
  /// The levels of noise alone, root mean square in dBFS.
  package static let noiseLevels = [-80, -70, -60, -50, -40, -30, -20]
  /// The levels of the open string under a touched harmonic, in decibels.
  package static let openLevels = Array(stride(from: 0, through: -40, by: -5))
  /// The partials that a touch at the twelfth, seventh and fifth fret leaves.
  package static let touchedNumbers = [2, 3, 4]
  /// The open strings of the bass and the guitar on which harmonics are touched.
  package static let touchedNotes = [28, 33, 38, 43, 40, 45, 50, 55, 59, 64].map(TestNote.init)
  /// The length of a room in seconds: three of each kind last 24 minutes.
  package static let roomSeconds = 30.0
  /// The semitones from the first note of a legato to the second.
  package static let legatoIntervals = [-12, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 7, 12]

  /// True if strings sound in its signals.
  package var hasStrings: Bool {
    switch self {
    case .unvoiced, .rooms: false
    case .clean, .string, .stiff, .weak, .missing, .body, .noise, .legato, .touched: true
    }
  }

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
    case .touched: "touched"
    case .unvoiced: "unvoiced"
    case .rooms: "rooms"
    }
  }

  /// Returns the cases of this set in a fixed order.
  ///
  /// Each is independent of the others.
  ///
  /// - Parameters:
  ///   - seed: the seed of all random draws, together with the name of the case.
  ///   - notes: the notes, one case (or one for each ratio) a note; `unvoiced` and `rooms`
  ///     ignore them.
  ///   - draws: the number of strings for each note, of noises for each level, or of rooms of each
  ///     kind.
  /// - Returns: the cases, in the same order on every run.
  /// - Complexity: O(number of cases); nothing is rendered.
  package func cases(
    seed: UInt64, notes: [TestNote] = TestNote.all, draws: Int = 1
  ) -> [SignalCase] {
    contents(notes).flatMap { content in
      (0..<draws).map { SignalCase(set: self, content: content, draw: $0, seed: seed) }
    }
  }

  /// Returns the contents of the cases, each of which is drawn several times.
  private func contents(_ notes: [TestNote]) -> [SignalCase.Content] {
    switch self {
    case .unvoiced:
      NoiseColour.allCases.flatMap { colour in
        Self.noiseLevels.map { .noise(colour: colour, levelInDecibels: $0) }
      }
    case .rooms: RoomScene.allCases.map { .room($0) }
    case .touched:
      Self.touchedNotes.filter(notes.contains).flatMap { note in
        Self.touchedNumbers.flatMap { number in
          Self.openLevels.map { .touched(note, number: number, openInDecibels: $0) }
        }
      }
    case .noise:
      notes.flatMap { note in
        Self.signalToNoise.map { .note(note, signalToNoiseInDecibels: $0) }
      }
    case .clean: notes.map { .note($0, signalToNoiseInDecibels: nil) }
    case .string, .stiff, .weak, .missing, .body, .legato:
      notes.map { .note($0, signalToNoiseInDecibels: 60) }
    }
  }
}
