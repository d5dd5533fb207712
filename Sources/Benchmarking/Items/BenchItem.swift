// SPDX-License-Identifier: MIT

internal import Evaluation
package import TestSignals

/// One sound of a benchmark, described but not yet loaded.
package struct BenchItem: Sendable {
  /// The origin of a sound and its reference.
  package enum Source: Sendable {
    /// Rendered from a formula.
    case synthetic(SignalCase)
    /// Read from a file.
    case recording(RecordedItem)
    /// An invalid entry of a manifest.
    case fault(reason: String)
  }

  /// The name, unique in its list: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  package let name: String
  /// The set that the item belongs to.
  package let set: String
  /// The origin of the sound and its reference.
  package let source: Source

  /// The nominal note as a MIDI number; `nil` when there is none.
  package var note: Int? {
    switch source {
    case .synthetic(let signal): signal.note?.midi
    case .recording(let item): item.reference.nominalNote
    case .fault: nil
    }
  }

  /// The signal-to-noise ratio in decibels; `nil` without added noise.
  package var signalToNoise: Int? {
    guard case .synthetic(let signal) = source,
      case .note(_, signalToNoiseInDecibels: let ratio) = signal.content
    else { return nil }
    return ratio
  }
}
