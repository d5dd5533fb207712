// SPDX-License-Identifier: MIT

internal import Acoustics

/// One sound that is a chord or a note, and which.
struct PolyphonyTrial: Sendable {
  /// What it is counted under.
  enum Group: Hashable, Sendable {
    /// Several strings at once.
    case chord
    /// One string.
    case note
    /// Notes one after another: every note that is heard is a trial of its own.
    case phrase
  }

  let name: String
  let set: String
  let group: Group
  let sampleRate: SampleRate
  let samples: [Float]
}

/// What became of one trial.
struct PolyphonyOutcome: Sendable {
  let name: String
  let set: String
  let group: PolyphonyTrial.Group
  /// The notes that were heard, those far under the loudest left out.
  let noteCount: Int
  /// How many of them were called polyphonic.
  let polyphonicCount: Int
  /// Whether the longest of them was.
  let isPolyphonic: Bool
}
