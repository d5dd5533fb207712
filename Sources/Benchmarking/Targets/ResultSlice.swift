// SPDX-License-Identifier: MIT

internal import Evaluation

/// The part of a run that a figure is taken of.
struct ResultSlice: Hashable, Sendable {
  /// What is heard in an item.
  enum Content: Hashable, Sendable {
    /// A note or a phrase.
    case pitched
    /// Noise alone.
    case noise
  }

  /// The sets by name; `nil` for all.
  var sets: [String]?
  /// The notes by MIDI number; `nil` for all, those without a number too.
  var notes: ClosedRange<Int>?
  /// The signal-to-noise ratios in decibels; `nil` for all, those without noise too.
  var ratios: [Int]?
  /// What the items hold; `nil` for either.
  var content: Content?

  /// Returns whether the item was in this part: scored, or failed where it would have been.
  func holds(_ result: ItemResult) -> Bool {
    (sets.map { $0.contains(result.set) } ?? true)
      && (notes.map { notes in result.note.map(notes.contains) ?? false } ?? true)
      && (ratios.map { ratios in result.signalToNoise.map(ratios.contains) ?? false } ?? true)
      && (content.map { self.content(of: result) == $0 } ?? true)
  }

  /// Returns what a result's item holds, by what there was to score; `nil` where nothing was.
  private func content(of result: ItemResult) -> Content? {
    guard let score = result.score else { return nil }
    if score.pitch.answered.total + score.coarse.answered.total > 0 { return .pitched }
    return score.noise.falseAlarms.total > 0 ? .noise : nil
  }
}
