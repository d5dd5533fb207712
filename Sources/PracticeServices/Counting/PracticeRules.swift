// SPDX-License-Identifier: MIT

/// What counts as practice, in numbers.
///
/// 1. A moment is *voiced* when the reading is clear: `TuningState.clearConfidence`.
/// 2. It is *steady* when the pitch stays: readings a twentieth of a second apart that differ by no
///    more than `steadyStep`, `steadyReadings` of them or more in a row. Strings do that; the voice of
///    someone who speaks glides.
/// 3. Time is cut into *passages* of `passage`. One in which at least `steadyShare` of the voiced time
///    is steady was played on an instrument: all its voiced time counts, slides and fast runs
///    included. Of any other passage nothing counts.
/// 4. A passage with less than a tenth of its steady time on another note than the main one, octaves
///    apart counting as the same, is *monotonous*. Of such passages on the same note,
///    `monotonousPassages` count in a row, silence between them notwithstanding.
public struct PracticeRules: Hashable, Sendable {
  /// How far steady readings may differ from one to the next, in cents.
  public var steadyStep = 15.0
  /// How far apart the readings are that are compared, in seconds.
  public var comparison = 0.05
  /// How many readings make a steady stretch.
  public var steadyReadings = 3
  /// How much of the voiced time must be steady, as a fraction.
  ///
  /// Synthetic speech in six languages and voices stays below 0.26 in every passage, notes of a
  /// quarter of a second reach 0.47, and played phrases 0.93.
  public var steadyShare = 0.35
  /// How long a passage is, in seconds.
  public var passage = 10.0
  /// How much of the steady time the main note of a monotonous passage has, as a fraction.
  public var monotonousShare = 0.9
  /// How many monotonous passages on the same note count.
  public var monotonousPassages = 5

  /// The rules in force.
  public static let standard = PracticeRules()

  init() {}
}
