// SPDX-License-Identifier: MIT

internal import Evaluation

/// The part of a run from which a figure is computed.
struct ResultSlice: Hashable, Sendable {
  /// The content of an item.
  enum Content: Hashable, Sendable {
    /// A note or a phrase.
    case pitched
    /// Noise alone.
    case noise
  }

  /// The sets by name; `nil` for all.
  var sets: [String]?
  /// The notes by MIDI number; `nil` for all, including items without a number.
  var notes: ClosedRange<Int>?
  /// The signal-to-noise ratios in decibels; `nil` for all, including items without noise.
  var ratios: [Int]?
  /// The content of the items; `nil` for either.
  var content: Content?
  /// True for recordings through a microphone alone.
  var isThroughMicrophone = false

  /// Returns whether an item is in this part, scored or failed.
  func holds(_ result: ItemResult) -> Bool {
    (sets.map { $0.contains(result.set) } ?? true)
      && (notes.map { notes in result.note.map(notes.contains) ?? false } ?? true)
      && (ratios.map { ratios in result.signalToNoise.map(ratios.contains) ?? false } ?? true)
      && (!isThroughMicrophone || result.isThroughMicrophone == true)
      && (content.map { self.content(of: result) == $0 } ?? true)
  }

  /// Returns the content of a result's item; `nil` when it was not scored.
  private func content(of result: ItemResult) -> Content? {
    guard let score = result.score else { return nil }
    if score.pitch.answered.total + score.coarse.answered.total > 0 { return .pitched }
    return score.noise.falseAlarms.total > 0 ? .noise : nil
  }
}
