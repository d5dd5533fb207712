// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The presentation of the gate to a player.
///
/// It is computed from the state and the lists. If they disagree, the lists decide.
public enum GatePresentation: Hashable, Sendable {
  /// Closed; also used for inconsistent readings.
  case locked(blocked: [TargetID])
  /// Closed during a workout.
  case earning(blocked: [TargetID], progress: PracticeProgress)
  /// Open; without a countdown, nothing is enforced.
  case unlocked(accessible: [TargetID], secondsRemaining: Int?)
  /// Closed again, in the grace period for another workout.
  case expired(blocked: [TargetID], graceSecondsRemaining: Int)

  /// Maps a reading.
  ///
  /// The state selects the list that must not be empty: the accessible targets when unlocked,
  /// otherwise the blocked ones. If that list is empty, the presentation is `locked` with the
  /// blocked targets.
  ///
  /// - Parameter reading: state, lists and countdowns at one time.
  public init(_ reading: GateReading) {
    switch reading.state {
    case .locked where !reading.blocked.isEmpty:
      self = .locked(blocked: reading.blocked)
    case .earning(let progress) where !reading.blocked.isEmpty:
      self = .earning(blocked: reading.blocked, progress: progress)
    case .unlocked where !reading.accessible.isEmpty:
      self = .unlocked(
        accessible: reading.accessible, secondsRemaining: reading.unlockSecondsRemaining)
    case .expired where !reading.blocked.isEmpty:
      self = .expired(
        blocked: reading.blocked, graceSecondsRemaining: reading.graceSecondsRemaining ?? 0)
    case .locked, .earning, .unlocked, .expired:
      self = .locked(blocked: reading.blocked)
    }
  }
}
