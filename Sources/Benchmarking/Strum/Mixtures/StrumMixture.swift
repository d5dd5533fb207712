// SPDX-License-Identifier: MIT

internal import Acoustics
internal import TestSignals

/// The manifest of one mixture: for each string the recorded note, its onset, detuning and level.
///
/// The seed and the list of notes determine it.
struct StrumMixture: Hashable, Sendable {
  // | name        | unit  | source                                                         |
  // | ----------- | ----- | -------------------------------------------------------------- |
  // | detuning    | cents | value of the synthetic set                                     |
  // | gap         | s     | value of the synthetic set                                     |
  // | missing     | 1     | value of the synthetic set                                     |
  // | downStrokes | 1     | value of the synthetic set                                     |
  // | level       | dB    | largest difference from the level that all strings first get   |
  // | interval    | st    | largest transposition of a note: 2.6 frets                     |
  private static let detuning = 40.0
  private static let gap = 0.06
  private static let missing = 0.15
  private static let downStrokes = 0.6
  private static let level = 6.0
  private static let interval = 2.6

  /// One string of a mixture.
  struct Voice: Hashable, Sendable {
    let target: Hertz
    /// The index of its note among those of the list; `nil` for a string that does not sound.
    let note: Int?
    /// The pluck in seconds since the start.
    let onset: Double
    /// The intended distance of the first partial from the target, in cents.
    let detuning: Double
    /// The level over that of all strings, in decibels.
    let level: Double
  }

  /// The length of a mixture.
  enum Length: Hashable, Sendable {
    /// One for the readings of updates, up to a second after the last onset.
    case ofUpdates
    /// One for the reading of a whole stroke.
    case ofStroke

    /// The time after the last onset at which the mixture ends, in seconds.
    var seconds: Double {
      switch self {
      case .ofUpdates: 1.15
      case .ofStroke: 4.2
      }
    }
  }

  let length: Length
  let seed: UInt64
  let guitar: String
  let voices: [Voice]
  let noiseSeed: UInt64

  private var sounding: [Voice] { voices.filter { $0.note != nil } }
  var firstOnset: Double { sounding.map(\.onset).min() ?? TestSignal.quiet }
  var lastOnset: Double { sounding.map(\.onset).max() ?? TestSignal.quiet }

  /// Draws the mixture of a seed; `nil` if no note of the drawn guitar fits a string.
  ///
  /// - Parameters:
  ///   - seed: the seed of all draws.
  ///   - guitar: the instrument.
  ///   - notes: the notes of all instruments.
  ///   - strings: the tuning, from low to high.
  ///   - length: the length of the mixture.
  init?(
    seed: UInt64, of guitar: String, among notes: GuitarNotes, strings: [TestNote], length: Length
  ) {
    var draws = SplitMix64(seed: seed, name: "mixture")
    let gap = draws.nextUniform(in: 0...Self.gap)
    let isDown = draws.nextUnit() < Self.downStrokes
    var voices: [Voice] = []
    for (index, string) in strings.enumerated() {
      let order = Double(isDown ? index : strings.count - 1 - index)
      let detuning = draws.nextUniform(in: -Self.detuning...Self.detuning)
      let level = draws.nextUniform(in: -Self.level...Self.level)
      let isMissed = draws.nextUnit() < Self.missing
      let choice = draws.nextUnit()
      let target = string.frequency.raised(by: Cents(detuning))
      // From its pluck to the end of the mixture, if the last string sounds.
      let ringing = length.seconds + gap * (Double(strings.count - 1) - order)
      let fitting = notes.notes.indices.filter {
        notes.notes[$0].guitar == guitar && Self.fits(notes.notes[$0], string, target, ringing)
      }
      let drawn = fitting.isEmpty ? nil : fitting[Int(choice * Double(fitting.count))]
      voices.append(
        Voice(
          target: string.frequency, note: isMissed ? nil : drawn,
          onset: TestSignal.quiet + gap * order, detuning: detuning, level: level))
    }
    guard voices.contains(where: { $0.note != nil }) else { return nil }
    self.length = length
    self.seed = seed
    self.guitar = guitar
    self.voices = voices
    noiseSeed = draws.next()
  }

  /// Returns true for a note near a string that rings for `seconds` at the target.
  private static func fits(
    _ note: GuitarNote, _ string: TestNote, _ target: Hertz, _ seconds: Double
  ) -> Bool {
    let distance = note.firstPartial.interval(above: string.frequency).magnitude.value
    let ratio = target.value / note.firstPartial.value
    return distance <= 100 * interval && note.length >= ratio * seconds
  }
}

extension StrumMixture {
  /// Draws mixtures over all guitars in turn.
  ///
  /// - Parameters:
  ///   - count: the number of mixtures.
  ///   - seed: the seed of the first.
  ///   - notes: the recorded notes.
  ///   - length: the length of each.
  /// - Returns: the requested number of mixtures; none if no note fits a string.
  static func draw(
    _ count: Int, seed: UInt64, from notes: GuitarNotes, length: Length = .ofUpdates
  ) -> [StrumMixture] {
    let strings = StrumSet.standard.map(TestNote.init)
    let guitars = notes.guitars.filter { guitar in
      let first = (0..<40).lazy.compactMap {
        StrumMixture(
          seed: seed &+ $0, of: guitar, among: notes, strings: strings, length: length)
      }
      // One or two notes of a guitar do not make a stroke.
      return first.prefix(8).contains { $0.sounding.count >= leastStrings }
    }
    guard !guitars.isEmpty else { return [] }
    var mixtures: [StrumMixture] = []
    var next = seed
    while mixtures.count < count {
      let guitar = guitars[Int(next % UInt64(guitars.count))]
      let mixture = StrumMixture(
        seed: next, of: guitar, among: notes, strings: strings, length: length)
      if let mixture, mixture.sounding.count >= 2 { mixtures.append(mixture) }
      next &+= 1
    }
    return mixtures
  }

  /// The number of strings for which a guitar must have notes.
  private static let leastStrings = 3
}
