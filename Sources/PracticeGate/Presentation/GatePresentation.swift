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

extension GatePresentation {
  /// An action or a view that a presentation offers.
  public enum Choice: String, Codable, Sendable, CaseIterable {
    /// Actions.
    case startWorkout, startEmergencyWorkout, recordProgress, cancelWorkout, lockNow
    /// Views.
    case blockedTargets, settings, instructions, timeRemaining, recommendations, graceCountdown
  }

  /// The available choices in the order of display.
  public var choices: [Choice] {
    switch self {
    case .locked: [.startWorkout, .blockedTargets, .settings]
    case .earning: [.recordProgress, .instructions, .cancelWorkout, .blockedTargets]
    case .unlocked:
      canShowRecommendations
        ? [.timeRemaining, .recommendations, .lockNow] : [.timeRemaining, .lockNow]
    case .expired: [.graceCountdown, .startEmergencyWorkout, .blockedTargets]
    }
  }

  /// The labels in the order of display.
  public var labels: [GateLabel] {
    switch self {
    case .locked: [.startWorkout]
    case .earning: [.cancel]
    case .unlocked: [.lockNow]
    case .expired: [.timesUp, .emergencyWorkout]
    }
  }

  /// The targets shown as blocked; none when unlocked.
  public var blocked: [TargetID] {
    switch self {
    case .locked(let blocked), .earning(let blocked, _), .expired(let blocked, _): blocked
    case .unlocked: []
    }
  }

  /// The targets shown as accessible; none unless unlocked.
  public var accessible: [TargetID] {
    switch self {
    case .unlocked(let accessible, _): accessible
    case .locked, .earning, .expired: []
    }
  }

  /// True when a workout can start.
  public var canStartWorkout: Bool {
    switch self {
    case .locked, .expired: true
    case .earning, .unlocked: false
    }
  }

  /// True when a workout can be cancelled.
  public var canCancel: Bool {
    switch self {
    case .earning: true
    case .locked, .unlocked, .expired: false
    }
  }

  /// True when the rest of an unlock can be forfeited.
  public var canLock: Bool {
    switch self {
    case .unlocked: true
    case .locked, .earning, .expired: false
    }
  }

  /// True when there are accessible targets to recommend.
  public var canShowRecommendations: Bool { !accessible.isEmpty }
}

/// The labels of the gate and its onboarding, as keys of a string table.
public enum GateLabel: String, Codable, Sendable, CaseIterable {
  /// Begins a workout.
  case startWorkout = "Start Workout"
  /// Cancels a workout.
  case cancel = "Cancel"
  /// Forfeits the rest of an unlock.
  case lockNow = "Lock Now"
  /// Begins a workout in the grace period.
  case emergencyWorkout = "Emergency Workout"
  /// The title of the grace period.
  case timesUp = "Time's Up"
  /// Requests the permission to read practice and health data.
  case connectHealth = "Connect Apple Health"
  /// Requests the permission to block.
  case enableScreenTime = "Enable Screen Time"
  /// Continues on the first and the last page of the onboarding.
  case getStarted = "Get Started"
}
