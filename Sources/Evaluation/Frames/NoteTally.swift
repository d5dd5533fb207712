// SPDX-License-Identifier: MIT

internal import Acoustics

/// The accuracy of notes, with one value for each note.
///
/// A note's reading is the median of its answered readings in the steady part. The beats that the
/// detector subtracted are added back, because a beat averages out over a note. Signed errors
/// cancel when readings scatter around the pitch, and a long note has the same weight as a short
/// one. This models a player who waits for a steady display.
public struct NoteTally: Hashable, Codable, Sendable {
  /// Notes with an answered reading in the steady part, of all notes.
  public private(set) var answered = Rate()
  /// Notes whose reading is off by more than 50 cents, of answered notes.
  public private(set) var gross = Rate()
  /// The signed error of each answered note's reading, including gross errors, in cents.
  ///
  /// A note with mostly invalid frequencies counts as gross and has no error here.
  public private(set) var cents = Measurements()

  /// Makes an empty tally.
  public init() {}

  /// Adds one note.
  ///
  /// - Parameters:
  ///   - frames: the note's frames in any order; without a frame in the steady part that has a
  ///     reference, no note is counted.
  ///   - window: the steady part, in seconds.
  /// - Complexity: O(n log n).
  public mutating func record(
    _ frames: some Sequence<ScoredFrame>, steady window: ClosedRange<Double>
  ) {
    let steady = frames.filter { window.contains($0.seconds) && $0.truth != nil }
    guard !steady.isEmpty else { return }
    let errors = steady.filter(\.isAnswered).compactMap { frame in
      frame.error.map { $0.value + (frame.answer?.beat.value ?? 0) }
    }
    answered.count(!errors.isEmpty)
    guard let reading = Distribution(errors)?.median else { return }
    gross.count(!(abs(reading) <= ScoringThreshold.gross.value))
    if reading.isFinite { cents.append(reading) }
  }

  /// Adds the notes of another item or shard.
  public mutating func merge(_ other: NoteTally) {
    answered.merge(other.answered)
    gross.merge(other.gross)
    cents.merge(other.cents)
  }
}

/// The tally of answers in noise without a pitch.
public struct NoiseTally: Hashable, Codable, Sendable {
  /// *False alarms*: frames of noise with confidence 0.7 or more, of all frames of noise.
  public private(set) var falseAlarms = Rate()
  /// *Tentative alarms*: frames of noise with confidence 0.3 or more, of all frames of noise.
  public private(set) var tentativeAlarms = Rate()
  /// Updates of a tuner's display in noise that show a pitch, of all its updates in noise.
  public private(set) var shown = Rate()

  /// Makes an empty tally.
  public init() {}

  /// Adds one update of a tuner's view in noise.
  public mutating func recordView(showsPitch: Bool) { shown.count(showsPitch) }

  /// Adds the frames without a reference pitch.
  public mutating func record(_ frames: some Sequence<ScoredFrame>) {
    for frame in frames where frame.truth == nil {
      falseAlarms.count(frame.isAnswered)
      tentativeAlarms.count(frame.isAnswered(at: ScoringThreshold.tentative))
    }
  }

  /// Adds the counts of another shard.
  public mutating func merge(_ other: NoiseTally) {
    falseAlarms.merge(other.falseAlarms)
    tentativeAlarms.merge(other.tentativeAlarms)
    shown.merge(other.shown)
  }
}
