// SPDX-License-Identifier: MIT

public import Evaluation

/// The result of one item.
public struct ItemResult: Hashable, Codable, Sendable {
  /// The outcome of an item.
  public enum Outcome: Hashable, Codable, Sendable {
    /// The contestant answered and was scored.
    case scored(ItemScore)
    /// The contestant answered, and there is no reference to score against.
    case unscored(reason: String)
    /// The item or the contestant failed; the item counts and is not scored.
    case failed(reason: String)
  }

  /// The item's place in its list, from 0.
  public let index: Int
  /// The item's name.
  public let item: String
  /// The set that the item belongs to.
  public let set: String
  /// The nominal note as a MIDI number.
  public let note: Int?
  /// The signal-to-noise ratio in decibels, with added noise only.
  public let signalToNoise: Int?
  /// The reliability of a recording's reference.
  public let trust: ReferenceGrade?
  /// The outcome of the item.
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

  /// The score; `nil` when there is none.
  public var score: ItemScore? {
    if case .scored(let score) = outcome { score } else { nil }
  }

  /// The reason of a failure; `nil` without one.
  public var failure: String? {
    if case .failed(let reason) = outcome { reason } else { nil }
  }

  /// The reason why there is no score; `nil` otherwise.
  public var unscoredReason: String? {
    if case .unscored(let reason) = outcome { reason } else { nil }
  }
}
