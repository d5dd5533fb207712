// SPDX-License-Identifier: MIT

internal import Evaluation
public import TestSignals

/// One sound that contestants are judged on, described and not yet loaded.
public struct BenchItem: Sendable {
  /// Where the sound and its truth come from.
  public enum Source: Sendable {
    /// Rendered from a formula.
    case synthetic(SignalCase)
    /// Read from a file.
    case recording(RecordedItem)
    /// Nowhere: what the manifest says of it can't be right.
    case fault(reason: String)
  }

  /// The name, unique in its list: `guitarsounds/Wood_A5.wav`, `string/E2/0`.
  public let name: String
  /// The set that it is counted in.
  public let set: String
  /// Where the sound and its truth come from.
  public let source: Source

  /// Makes an item.
  public init(name: String, set: String, source: Source) {
    self.name = name
    self.set = set
    self.source = source
  }

  /// The note that was meant, as a MIDI number; `nil` where there is none.
  public var note: Int? {
    switch source {
    case .synthetic(let signal): signal.note?.midi
    case .recording(let item): item.reference.nominalNote
    case .fault: nil
    }
  }

  /// The signal-to-noise ratio in decibels; `nil` where it is not made.
  public var signalToNoise: Int? {
    guard case .synthetic(let signal) = source,
      case .note(_, signalToNoiseInDecibels: let ratio) = signal.content
    else { return nil }
    return ratio
  }
}
