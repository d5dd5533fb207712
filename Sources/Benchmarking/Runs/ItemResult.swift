// SPDX-License-Identifier: MIT

public import Evaluation

/// What came of one item.
public struct ItemResult: Hashable, Codable, Sendable {
  /// How the item ended.
  public enum Outcome: Hashable, Codable, Sendable {
    /// It was heard and scored.
    case scored(ItemScore)
    /// It was heard to its end; there is nothing to score it against.
    case unscored(reason: String)
    /// The item or the contestant is at fault: counted, and not scored.
    case failed(reason: String)
  }

  /// The item's place in its list, from 0.
  public let index: Int
  /// The item's name.
  public let item: String
  /// The set that it is counted in.
  public let set: String
  /// The note that was meant, as a MIDI number.
  public let note: Int?
  /// The signal-to-noise ratio in decibels, where it is made.
  public let signalToNoise: Int?
  /// How far a recording's reference is to be trusted.
  public let trust: TrustGrade?
  /// How the item ended.
  public let outcome: Outcome

  private enum CodingKeys: String, CodingKey {
    case index, item, set, trust, outcome
    case note = "midi"
    case signalToNoise = "snr_db"
  }

  init(index: Int, item: BenchItem, outcome: Outcome) {
    self.index = index
    self.item = item.name
    set = item.set
    note = item.note
    signalToNoise = item.signalToNoise
    if case .recording(let recorded) = item.source {
      trust = recorded.reference.trust
    } else {
      trust = nil
    }
    self.outcome = outcome
  }

  /// The score; `nil` where there is none.
  public var score: ItemScore? {
    if case .scored(let score) = outcome { score } else { nil }
  }

  /// What is at fault; `nil` where nothing is.
  public var failure: String? {
    if case .failed(let reason) = outcome { reason } else { nil }
  }

  /// Why there is nothing to score; `nil` where there is.
  public var unscoredReason: String? {
    if case .unscored(let reason) = outcome { reason } else { nil }
  }
}
