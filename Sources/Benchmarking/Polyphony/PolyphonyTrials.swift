// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

/// The chords and notes of a list of recordings: the recordings themselves and sums of strings.
struct PolyphonyTrials {
  /// The number of random chords from the notes of each instrument with more strings than
  /// `everyChoice`.
  private static let draws = 24
  /// The greatest number of strings of which every choice is a trial.
  private static let everyChoice = 7
  private static let seed: UInt64 = 1
  /// The notes from which chords are made, as MIDI numbers: E2 to E5.
  private static let range = 40...76

  /// Returns the trials of `items` in a fixed order.
  ///
  /// - Throws: `ItemFault` for a recording that can't be read, and for an invalid entry.
  static func list(_ items: ItemList) throws(ItemFault) -> [PolyphonyTrial] {
    var trials: [PolyphonyTrial] = []
    var instruments: [(name: String, set: String, strings: [StruckString])] = []
    for (item, recording) in try items.recordings() {
      guard let group = group(of: recording) else { continue }
      let input = try item.input(by: RunSettings())
      trials.append(
        PolyphonyTrial(
          name: item.name, set: item.set, group: group, sampleRate: input.sampleRate,
          samples: input.samples))
      guard group == .note, let string = string(recording, input) else { continue }
      let name = instrument(of: item, recording)
      if let place = instruments.firstIndex(where: {
        $0.name == name && $0.strings.first?.sampleRate == string.sampleRate
      }) {
        instruments[place].strings.append(string)
      } else {
        instruments.append((name, item.set, [string]))
      }
    }
    for instrument in instruments where instrument.strings.count > 2 {
      // The chords of an instrument do not depend on the sets that are named before it.
      var random = SplitMix64(seed: seed, name: instrument.name)
      let mixer = ChordMixer(strings: instrument.strings)
      let choices =
        instrument.strings.count <= everyChoice
        ? mixer.choices() : mixer.drawn(draws, by: &random)
      for choice in choices { trials += chords(choice, of: instrument.name, set: instrument.set) }
    }
    return trials
  }

  private static func chords(
    _ choice: [StruckString], of instrument: String, set: String
  ) -> [PolyphonyTrial] {
    [("at once", 0), ("strummed", ChordMixer.strum)].map { way, spacing in
      PolyphonyTrial(
        name: instrument + ": " + choice.map(\.name).joined(separator: " + ") + ", " + way,
        set: "\(set), sums \(way)", group: .chord,
        sampleRate: choice.first?.sampleRate ?? SampleRate(48_000),
        samples: ChordMixer.sum(choice, spacing: spacing))
    }
  }

  private static func group(of recording: RecordedItem) -> PolyphonyTrial.Group? {
    switch recording.reference.kind {
    case .chord: .chord
    case .singleNote: .note
    case .phrase: .phrase
    case .noise: nil
    }
  }

  /// Returns a guitar's note with a measured pluck.
  ///
  /// Basses play no chords, and the sum of distorted notes is no distorted chord.
  private static func string(_ recording: RecordedItem, _ input: ContestantInput) -> StruckString? {
    let reference = recording.reference
    guard let midi = reference.nominalNote, range.contains(midi), let onset = reference.onset,
      reference.trust?.allowsGross == true, GuitarNotes.isSummable(reference),
      !reference.instrument.lowercased().contains("bass")
    else { return nil }
    return StruckString(
      name: recording.path.split(separator: "/").last.map(String.init) ?? recording.path,
      midi: midi, sampleRate: input.sampleRate, samples: input.samples,
      stroke: Int(onset * Double(input.sampleRate.hertz)))
  }

  private static func instrument(of item: BenchItem, _ recording: RecordedItem) -> String {
    "\(item.set)/\(recording.reference.instrument)"
  }
}

/// One sound with its label: chord or note.
struct PolyphonyTrial: Sendable {
  /// The group under which a trial counts.
  enum Group: Hashable, Sendable {
    /// Several strings at once.
    case chord
    /// One string.
    case note
    /// Notes one after another; each detected note is a trial.
    case phrase
  }

  let name: String
  let set: String
  let group: Group
  let sampleRate: SampleRate
  let samples: [Float]
}

/// The outcome of one trial.
struct PolyphonyOutcome: Sendable {
  let name: String
  let set: String
  let group: PolyphonyTrial.Group
  /// The number of detected notes, without those far below the loudest.
  let noteCount: Int
  /// The number of them that are flagged as polyphonic.
  let polyphonicCount: Int
  /// True when the longest of them is flagged as polyphonic.
  let isPolyphonic: Bool
}
