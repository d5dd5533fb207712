// SPDX-License-Identifier: MIT

extension GatePresentation {
  /// Something that a presentation offers: to do, or to look at.
  public enum Choice: String, Codable, Sendable, CaseIterable {
    /// To do.
    case startWorkout, startEmergencyWorkout, recordProgress, cancelWorkout, lockNow
    /// To look at.
    case blockedTargets, settings, instructions, timeRemaining, recommendations, graceCountdown
  }

  /// What is offered, in the order to show it.
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

  /// The texts that go with it, in the order to show them.
  public var labels: [GateLabel] {
    switch self {
    case .locked: [.startWorkout]
    case .earning: [.cancel]
    case .unlocked: [.lockNow]
    case .expired: [.timesUp, .emergencyWorkout]
    }
  }

  /// The targets to show as blocked; none when unlocked.
  public var blocked: [TargetID] {
    switch self {
    case .locked(let blocked), .earning(let blocked, _), .expired(let blocked, _): blocked
    case .unlocked: []
    }
  }

  /// The targets to show as accessible; none unless unlocked.
  public var accessible: [TargetID] {
    switch self {
    case .unlocked(let accessible, _): accessible
    case .locked, .earning, .expired: []
    }
  }

  /// Whether a workout is offered.
  public var canStartWorkout: Bool {
    switch self {
    case .locked, .expired: true
    case .earning, .unlocked: false
    }
  }

  /// Whether giving the workout up is offered.
  public var canCancel: Bool {
    switch self {
    case .earning: true
    case .locked, .unlocked, .expired: false
    }
  }

  /// Whether forfeiting the rest is offered.
  public var canLock: Bool {
    switch self {
    case .unlocked: true
    case .locked, .earning, .expired: false
    }
  }

  /// Whether there is something to recommend: something accessible.
  public var canShowRecommendations: Bool { !accessible.isEmpty }
}
