// SPDX-License-Identifier: MIT

package import Evaluation

/// The result of one item.
package struct ItemResult: Hashable, Codable, Sendable {
  /// The outcome of an item.
  package enum Outcome: Hashable, Codable, Sendable {
    /// The contestant answered and was scored.
    case scored(ItemScore)
    /// The contestant answered, and there is no reference to score against.
    case unscored(reason: String)
    /// The contestant failed: it counts as wrong throughout the item.
    case unanswered(ItemScore, reason: String)
    /// The item failed, or nothing could score the failure of the contestant; the item counts and is
    /// not scored.
    case failed(reason: String)
  }

  /// The item's place in its list, from 0.
  package let index: Int
  /// The item's name.
  package let item: String
  /// The set that the item belongs to.
  package let set: String
  /// The nominal note as a MIDI number.
  package let note: Int?
  /// The signal-to-noise ratio in decibels, with added noise only.
  package let signalToNoise: Int?
  /// The reliability of a recording's reference.
  package let trust: ReferenceGrade?
  /// True for a recording through a microphone; `nil` for synthetic sounds.
  package let isThroughMicrophone: Bool?
  /// The outcome of the item.
  package let outcome: Outcome

  private enum CodingKeys: String, CodingKey {
    case index, item, set, trust, outcome
    case note = "midi"
    case signalToNoise = "snr_db"
    case isThroughMicrophone = "microphone"
  }

  init(index: Int, item: BenchItem, outcome: Outcome) {
    self.index = index
    self.item = item.name
    set = item.set
    note = item.note
    signalToNoise = item.signalToNoise
    if case .recording(let recorded) = item.source {
      trust = recorded.reference.trust
      isThroughMicrophone = recorded.reference.isThroughMicrophone
    } else {
      trust = nil
      isThroughMicrophone = nil
    }
    self.outcome = outcome
  }

  /// The score; `nil` when there is none.
  package var score: ItemScore? {
    switch outcome {
    case .scored(let score), .unanswered(let score, reason: _): score
    case .unscored, .failed: nil
    }
  }

  /// The reason of a failure; `nil` without one.
  package var failure: String? {
    switch outcome {
    case .failed(let reason), .unanswered(_, let reason): reason
    case .scored, .unscored: nil
    }
  }

  /// The reason why there is no score; `nil` otherwise.
  package var unscoredReason: String? {
    if case .unscored(let reason) = outcome { reason } else { nil }
  }
}
