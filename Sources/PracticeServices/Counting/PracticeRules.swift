// SPDX-License-Identifier: MIT

/// The rules of practice, in numbers.
///
/// 1. A moment is *voiced* if the reading is clear: `TuningState.clearConfidence`. While several
///    strings sound, no pitch stays clear for long: any reading is voiced then.
/// 2. A moment is *steady* if the pitch does not change. Readings a twentieth of a second apart
///    then differ by `steadyStep` at most, at least `steadyReadings` times in a row. The pitch of a
///    string is steady; that of speech glides.
/// 3. Time is divided into *passages* of length `passage`. A passage was played on an instrument if
///    at least `steadyShare` of its voiced time is steady. All its voiced time then counts, slides
///    and fast runs included. Nothing counts in any other passage.
/// 4. A passage is *monotonous* if the main note has at least `monotonousShare` of its steady time.
///    Notes octaves apart are the same note. At most `monotonousPassages` of these count in
///    sequence on the same note. Silence between them does not end the sequence.
public struct PracticeRules: Hashable, Sendable {
  /// The largest difference between consecutive steady readings, in cents.
  public var steadyStep = 15.0
  /// The time between the readings that are compared, in seconds.
  public var comparison = 0.05
  /// The number of readings that make a steady stretch.
  public var steadyReadings = 3
  /// The share of the voiced time that must be steady, as a fraction.
  ///
  /// The limit lies between speech, in which no passage reaches it, and playing, in which every
  /// passage does. Decision 0039 has the figures.
  public var steadyShare = 0.35
  /// The length of a passage, in seconds.
  public var passage = 10.0
  /// The share of the main note in the steady time of a monotonous passage, as a fraction.
  public var monotonousShare = 0.9
  /// The number of monotonous passages on the same note that count.
  public var monotonousPassages = 5

  /// The rules in force.
  public static let standard = PracticeRules()

  init() {}
}
