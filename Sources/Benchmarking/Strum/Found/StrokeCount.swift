// SPDX-License-Identifier: MIT

/// The number of strokes that a contestant reports in a recording, and the number of played ones.
struct StrokeCount: Hashable, Codable, Sendable {
  /// The number of played strokes: 0 or 1.
  let played: Int
  /// The number of strokes that the contestant reports.
  let reported: Int

  /// The number of reported strokes that nobody played.
  var falseCount: Int { max(0, reported - played) }
  /// The number of played strokes that are not reported.
  var missedCount: Int { max(0, played - reported) }
}

/// The figures of the strokes that are reported in some recordings.
struct StrokeCountFigures {
  let counts: [StrokeCount]

  init(_ results: [StrumTrialResult]) { counts = results.compactMap(\.strokes) }

  /// The number of recordings.
  var recordings: Double? { counts.isEmpty ? nil : Double(counts.count) }
  /// The number of reported strokes per recording that nobody played.
  var falseCount: Double? {
    counts.isEmpty
      ? nil : Double(counts.reduce(0) { $0 + $1.falseCount }) / Double(counts.count)
  }
  /// The share of played strokes that are not reported.
  var missed: Double? {
    let played = counts.reduce(0) { $0 + $1.played }
    return played == 0
      ? nil : Double(counts.reduce(0) { $0 + $1.missedCount }) / Double(played)
  }
}
