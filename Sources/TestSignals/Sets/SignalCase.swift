// SPDX-License-Identifier: MIT

/// A signal of a set as a description, rendered on demand.
package struct SignalCase: Hashable, Sendable {
  /// The content of a signal.
  package enum Content: Hashable, Sendable {
    /// A string (the second one of a legato) over noise; `nil` for no noise.
    case note(TestNote, signalToNoiseInDecibels: Int?)
    /// Noise alone, root mean square in dBFS.
    case noise(colour: NoiseColour, levelInDecibels: Int)
  }

  /// The set.
  package let set: SignalSet
  /// The content.
  package let content: Content
  /// The number of the note's string, or of the level's noise, from 0.
  package let draw: Int
  /// The seed of the whole suite.
  package let seed: UInt64

  /// The case's name, unique among all sets: `string/E2/3`, `noise-pink/E2/-5dB/0`,
  /// `unvoiced/hum/-40dBFS/0`.
  package var identifier: String {
    switch content {
    case .note(let note, signalToNoiseInDecibels: let ratio):
      guard case .noise = set, let ratio else { return "\(set.name)/\(note.name)/\(draw)" }
      return "\(set.name)/\(note.name)/\(ratio)dB/\(draw)"
    case .noise(let colour, levelInDecibels: let level):
      return "\(set.name)/\(colour.rawValue)/\(level)dBFS/\(draw)"
    }
  }

  /// The nominal note; `nil` for noise alone.
  package var note: TestNote? {
    guard case .note(let note, signalToNoiseInDecibels: _) = content else { return nil }
    return note
  }
}
