// SPDX-License-Identifier: MIT

internal import Acoustics

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
