// SPDX-License-Identifier: MIT

/// What the last search decided, and for how long that may be taken on trust: while a string goes on
/// ringing, its partials say where it rings, and looking again whether it is that string can wait.
///
/// A search costs more than a reading does. A beginning of a note, heard or by a break of the
/// period, ends the trust at once; what neither shows, such as a string that is damped under another,
/// the next search finds.
struct SearchSchedule {
  /// The longest time from search to search, in seconds.
  private static let longest = 0.1
  /// How sure the last update must be, and how long the pitch must have been the same, in seconds.
  private static let sure = 0.8
  private static let steady = 0.1
  /// How far the power may have fallen since the search.
  private static let leastPower = 0.25
  /// How far the pitch may have gone from where the search found it.
  private static let reach = 0.01

  /// What a search decided.
  struct Decision {
    /// The pitch, in hertz.
    var frequency: Double
    /// B.
    var inharmonicity: Double
    /// What speaks for it, this update and before.
    var score: Double
    /// The share of all peaks that it explains.
    var explained: Double
    /// How well the note repeated after its period and no sooner.
    var repetition: Double
    /// The mean square of the newest samples then.
    var power: Double
  }

  private var decision: Decision?
  /// Seconds since the last search.
  private(set) var seconds = 0.0

  /// Lets time pass.
  mutating func pass(_ seconds: Double) {
    self.seconds += seconds
  }

  /// Takes in what a search decided; `nil` for nothing to go on from.
  mutating func decide(_ decision: Decision?) {
    self.decision = decision
    seconds = 0
  }

  /// The decision that may be gone on from; `nil` where it must be searched again.
  ///
  /// - Parameters:
  ///   - listening: what was heard up to now.
  ///   - power: the mean square of the newest samples.
  /// - Returns: what the last search decided.
  func decision(in listening: borrowing StreamState, power: Double) -> Decision? {
    guard let decision, seconds < Self.longest, let running = listening.pitch,
      listening.isNote || !BackgroundEstimator.isLine(running.frequency),
      running.confidence > Self.sure,
      listening.constancy.steady > Self.steady,
      power > Self.leastPower * decision.power,
      abs(running.frequency / decision.frequency - 1) < Self.reach
    else { return nil }
    return decision
  }
}
