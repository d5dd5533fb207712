// SPDX-License-Identifier: MIT

/// Schedules the searches for a pitch: while a string keeps ringing, an update tracks its partials,
/// which costs less than a search.
///
/// A new note ends the tracking at once. A search at least every `longestInterval` finds changes
/// without an onset, for example when one of two strings is damped.
struct SearchSchedule {
  // | name            | unit | source                                                       |
  // | --------------- | ---- | ------------------------------------------------------------ |
  // | longestInterval | s    | docs/decisions/0040-no-search-while-a-string-rings.md        |
  // | leastConfidence | 1    | above the 0.7 of a clear pitch                               |
  // | leastSteady     | s    | a pitch that has just moved may move again                   |
  // | leastPower      | 1    | 6 dB: a damped string falls faster than a ringing one        |
  // | largestChange   | 1    | half the reach of the partials' fit, as a share of the pitch |
  private static let longestInterval = 0.1
  private static let leastConfidence = 0.8
  private static let leastSteady = 0.1
  private static let leastPower = 0.25
  private static let largestChange = 0.01

  /// The result of a search, which later updates track.
  struct Decision {
    /// The pitch, in hertz.
    var frequency: Double
    /// The inharmonicity coefficient B.
    var inharmonicity: Double
    /// The evidence of the comb.
    var comb: CombEvidence
    /// The mean square of the newest samples at the search.
    var power: Double
    /// The share of the spectrum that a second string explains; `nil` if it was not measured.
    var secondString: Double?
  }

  private var decision: Decision?
  /// The time since the last search, in seconds.
  private(set) var elapsed = 0.0

  /// Adds the time since the last update, in seconds.
  mutating func advance(by seconds: Double) { elapsed += seconds }

  /// Records a search.
  ///
  /// - Parameter decision: its result; `nil` if it found nothing to track.
  mutating func record(_ decision: Decision?) {
    self.decision = decision
    elapsed = 0
  }

  /// Returns the decision to track in an update; `nil` if a search is due.
  ///
  /// - Parameters:
  ///   - update: the segment of the update.
  ///   - history: the pitch up to the last update.
  /// - Returns: the decision of the last search; `nil` if a search is due.
  func decision(in update: UpdateContext, after history: PitchHistory) -> Decision? {
    guard let decision, elapsed < Self.longestInterval, let tracked = history.pitch,
      update.isNote || !MainsLine.isNear(tracked.frequency),
      tracked.confidence > Self.leastConfidence,
      history.stability.steady > Self.leastSteady,
      update.power > Self.leastPower * decision.power,
      abs(tracked.frequency / decision.frequency - 1) < Self.largestChange
    else { return nil }
    return decision
  }
}
