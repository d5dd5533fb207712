// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What a player is shown.
///
/// It follows from state and lists together, never from the state alone; where they disagree the
/// lists win.
public enum GatePresentation: Hashable, Sendable {
  /// Closed; also the fallback for whatever does not fit together.
  case locked(blocked: [TargetID])
  /// Closed, with a workout on.
  case earning(blocked: [TargetID], progress: PracticeProgress)
  /// Open. Without a countdown, nothing is enforced.
  case unlocked(accessible: [TargetID], secondsRemaining: Int?)
  /// Closed again, with a last chance to start a workout.
  case expired(blocked: [TargetID], graceSecondsRemaining: Int)

  /// Maps a reading.
  ///
  /// The state names the list that must not be empty: the accessible one when unlocked, else the
  /// blocked one. If it is, the presentation is `locked` with whatever is blocked.
  ///
  /// - Parameter reading: state, lists and countdowns of one moment.
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
