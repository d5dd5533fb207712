// SPDX-License-Identifier: MIT

internal import Acoustics
package import Evaluation

/// A tally of the notes, not the readings, that an analysis reports for recordings of one plain
/// note each.
package struct ReportedNoteTally: Hashable, Codable, Sendable {
  /// The share of the steady part that a note must cover to be that of the recording.
  ///
  /// A note that ends as the steady part begins is another sound.
  private static let leastCover = 0.5

  /// Recordings in which a note covers the steady part, of all recordings.
  package private(set) var found = Rate()
  /// Notes whose pitch is off by more than 50 cents, of all notes found.
  package private(set) var gross = Rate()
  /// Notes that are wrongly reported with a vibrato, of all notes found.
  package private(set) var vibrato = Rate()
  /// The signed error of each note's pitch that is within 50 cents, in cents.
  package private(set) var cents = Measurements()

  /// Adds a recording.
  ///
  /// - Parameters:
  ///   - notes: the notes that the analysis found.
  ///   - pitch: the pitch of the played note.
  ///   - steady: its steady part, in seconds.
  mutating func record(_ notes: [PlayedNote], of pitch: Hertz, steady: ClosedRange<Double>) {
    let overlap = { (note: PlayedNote) in
      min(note.offset, steady.upperBound) - max(note.onset, steady.lowerBound)
    }
    let least = Self.leastCover * (steady.upperBound - steady.lowerBound)
    let best = notes.max { overlap($0) < overlap($1) }.flatMap { overlap($0) >= least ? $0 : nil }
    found.count(best != nil)
    guard let best else { return }
    vibrato.count(best.hasVibrato)
    let error = best.pitch.interval(above: pitch)
    let isRight = error.magnitude <= ScoringThreshold.gross
    gross.count(!isRight)
    if isRight { cents.append(error.value) }
  }

  /// Adds the tally of another item or shard.
  package mutating func merge(_ other: ReportedNoteTally) {
    found.merge(other.found)
    gross.merge(other.gross)
    vibrato.merge(other.vibrato)
    cents.merge(other.cents)
  }
}
