// SPDX-License-Identifier: MIT

/// The number of strokes that a contestant tells in a recording, beside the number of those played.
struct StrokeCount: Hashable, Codable, Sendable {
  /// The strokes that somebody played: 0 or 1.
  let played: Int
  /// The strokes that the contestant tells.
  let told: Int

  /// The number of strokes that are told although nobody played them.
  var falseCount: Int { max(0, told - played) }
  /// The number of strokes that are not told.
  var missedCount: Int { max(0, played - told) }
}

/// The figures of the strokes told in some recordings.
struct StrokeCountFigures {
  let counts: [StrokeCount]

  init(_ results: [StrumResult]) { counts = results.compactMap(\.strokes) }

  /// The number of recordings.
  var recordings: Double? { counts.isEmpty ? nil : Double(counts.count) }
  /// The number of strokes in a recording that nobody played.
  var falseCount: Double? {
    counts.isEmpty
      ? nil : Double(counts.reduce(0) { $0 + $1.falseCount }) / Double(counts.count)
  }
  /// The share of played strokes that are not told.
  var missed: Double? {
    let played = counts.reduce(0) { $0 + $1.played }
    return played == 0
      ? nil : Double(counts.reduce(0) { $0 + $1.missedCount }) / Double(played)
  }
}
