// SPDX-License-Identifier: MIT

internal import Acoustics

/// How well notes were read, one value a note: what a player sees who waits and looks.
///
/// A note's reading is the median of its steady answered readings, signs kept, so that readings that
/// scatter about the pitch cancel and a long note weighs no more than a short one.
public struct NoteTally: Hashable, Codable, Sendable {
  /// Notes with an answered reading in the steady part, of all notes.
  public private(set) var answered = Rate()
  /// Notes whose reading is off by more than 50 cents, of answered notes.
  public private(set) var gross = Rate()
  /// The signed error of each answered note's reading, gross ones included, in cents.
  ///
  /// A note most of whose answers are no frequency is gross, and has no error here.
  public private(set) var cents = Measurements()

  /// Makes an empty tally.
  public init() {}

  /// Adds one note.
  ///
  /// - Parameters:
  ///   - frames: the note's frames in any order; without one that lies in the steady part and has a
  ///     truth there is no note.
  ///   - window: the steady part, in seconds.
  /// - Complexity: O(n log n).
  public mutating func record(
    _ frames: some Sequence<JudgedFrame>, steady window: ClosedRange<Double>
  ) {
    let steady = frames.filter { window.contains($0.seconds) && $0.truth != nil }
    guard !steady.isEmpty else { return }
    let errors = steady.filter(\.isAnswered).compactMap { $0.error?.value }
    answered.count(!errors.isEmpty)
    guard let reading = Distribution(errors)?.median else { return }
    gross.count(!(abs(reading) <= ScoringWord.gross.value))
    if reading.isFinite { cents.append(reading) }
  }

  /// Adds the notes of another item or shard.
  public mutating func merge(_ other: NoteTally) {
    answered.merge(other.answered)
    gross.merge(other.gross)
    cents.merge(other.cents)
  }
}
