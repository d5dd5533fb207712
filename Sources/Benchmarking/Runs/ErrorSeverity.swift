// SPDX-License-Identifier: MIT

internal import Evaluation

/// The severity of one item's errors, to find the worst items.
///
/// A wrong answer is worse than a missing one, and both are worse than an inaccurate one.
struct ErrorSeverity: Comparable {
  /// The share of frames with a wrong answer.
  private let wrong: Double
  /// The share of frames without a reading within 50 cents.
  private let missed: Double
  /// The 95th percentile of |error| in cents.
  private let error: Double
  /// The item's index.
  ///
  /// Of equal items the first is taken, so that the order of threads does not matter.
  private let index: Int

  init(_ score: ItemScore, index: Int) {
    self.index = index
    let frames = score.within50.total
    guard frames > 0 else {
      wrong = score.noise.falseAlarms.share ?? 0
      missed = score.noise.tentativeAlarms.share ?? 0
      error = 0
      return
    }
    wrong = Double(score.gross.hits) / Double(frames)
    missed = 1 - (score.within50.share ?? 1)
    error = score.pitch.cents.magnitudes()?.interpolated(.p95) ?? 0
  }

  static func < (left: ErrorSeverity, right: ErrorSeverity) -> Bool {
    (left.wrong, left.missed, left.error, -left.index)
      < (right.wrong, right.missed, right.error, -right.index)
  }
}

/// The tracks of the worst items of each set.
///
/// The worst items of a whole run are among the worst of its shards, so merging loses none.
struct WorstTracks {
  /// The number of tracks for each set.
  static let perSet = 3

  private var tracks: [String: [(severity: ErrorSeverity, track: ItemTrack)]] = [:]

  /// Makes an empty collection.
  init() {}

  /// Selects among the tracks of shards.
  init(among candidates: [ItemTrack], of results: [ItemResult]) {
    let scores = Dictionary(
      results.compactMap { result in result.score.map { (result.index, $0) } },
      uniquingKeysWith: { first, _ in first })
    for track in candidates {
      guard let score = scores[track.index] else { continue }
      insert(track, ErrorSeverity(score, index: track.index))
    }
  }

  /// Returns true if an item of `set` would be among the worst so far.
  func wants(_ severity: ErrorSeverity, in set: String) -> Bool {
    let known = tracks[set] ?? []
    return known.count < Self.perSet || known.contains { $0.severity < severity }
  }

  /// Adds a track, and removes the least severe when there are too many.
  mutating func insert(_ track: ItemTrack, _ severity: ErrorSeverity) {
    var known = tracks[track.set] ?? []
    known.append((severity, track))
    known.sort { $0.severity > $1.severity }
    tracks[track.set] = Array(known.prefix(Self.perSet))
  }

  /// The tracks in the order of the list.
  var all: [ItemTrack] { tracks.values.joined().map(\.track).sorted { $0.index < $1.index } }
}
