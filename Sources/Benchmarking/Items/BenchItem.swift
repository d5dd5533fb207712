// SPDX-License-Identifier: MIT

internal import Evaluation
public import TestSignals

/// One sound of a benchmark, described but not yet loaded.
public struct BenchItem: Sendable {
  /// The origin of a sound and its reference.
  public enum Source: Sendable {
    /// Rendered from a formula.
    case synthetic(SignalCase)
    /// Read from a file.
    case recording(RecordedItem)
    /// An invalid entry of a manifest.
    case fault(reason: String)
  }

  /// The name, unique in its list: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  public let name: String
  /// The set that the item belongs to.
  public let set: String
  /// The origin of the sound and its reference.
  public let source: Source

  /// Makes an item.
  public init(name: String, set: String, source: Source) {
    self.name = name
    self.set = set
    self.source = source
  }

  /// The nominal note as a MIDI number; `nil` when there is none.
  public var note: Int? {
    switch source {
    case .synthetic(let signal): signal.note?.midi
    case .recording(let item): item.reference.nominalNote
    case .fault: nil
    }
  }

  /// The signal-to-noise ratio in decibels; `nil` without added noise.
  public var signalToNoise: Int? {
    guard case .synthetic(let signal) = source,
      case .note(_, signalToNoiseInDecibels: let ratio) = signal.content
    else { return nil }
    return ratio
  }
}
