// SPDX-License-Identifier: MIT

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
