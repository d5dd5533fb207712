// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import TestSignals

/// A recording in which one open string of a guitar is plucked once, or in which there is only
/// noise.
struct SingleString: Sendable {
  // | name | unit  | source                                                                     |
  // | ---- | ----- | -------------------------------------------------------------------------- |
  // | near | cents | a note this near to an open string is that string; the engine searches 150 |
  /// The names of the sets.
  static let name = "single strings"
  static let noise = "recorded noise"
  private static let near = 100.0

  let recording: RecordedItem

  /// Takes a recording.
  ///
  /// - Returns: `nil` for other notes, chords and phrases, and for instruments that are no guitars
  ///   with ringing strings.
  init?(_ recording: RecordedItem) {
    let reference = recording.reference
    switch reference.kind {
    case .noise: break
    case .chord, .phrase: return nil
    case .singleNote:
      guard GuitarNotes.isRinging(reference), reference.trust?.allowsCents == true,
        let partial = reference.firstPartial,
        Self.targets.contains(where: { partial.interval(above: $0).magnitude.value < Self.near })
      else { return nil }
    }
    self.recording = recording
  }

  /// The strings that are searched for.
  static let targets = StrumSet.standard.map { TestNote($0).frequency }

  /// The number of strokes.
  var playedCount: Int { recording.reference.kind == .noise ? 0 : 1 }

  /// The name of the recording's set.
  var set: String { playedCount == 0 ? Self.noise : Self.name }

  /// Reads the recording.
  func input(named name: String) throws(ItemFault) -> StrumInput {
    try recording.verify()
    let (samples, rate) = try recording.samples()
    return StrumInput(item: name, targets: Self.targets, samples: samples, sampleRate: rate)
  }
}
