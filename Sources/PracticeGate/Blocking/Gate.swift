// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The blocking contract: which targets are blocked, and which are accessible.
///
/// Its two lists are the only answer to what is blocked. They follow from the state and the
/// moment; nothing derived is stored.
public struct Gate: Hashable, Codable, Sendable {
  /// Where the cycle stood after the last action.
  ///
  /// Readings go through `state(at:)`.
  public internal(set) var state: GateState
  /// Everything that is to be blocked or accessible.
  public internal(set) var targets: TargetList
  /// How goals and gate are joined.
  public internal(set) var policy: GatePolicy
  /// The moment of the last action, against which a clock that is set back shows.
  var latest: WallTime?
  /// By how much the wall clock is ahead of the uptime, in milliseconds: the most since the last
  /// time it fell behind.
  var clockLead: Int64?
  /// The date whose unlock was forfeited or used up.
  var spentDay: LocalDay?

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - targets: what there is to block.
  ///   - policy: how goals and gate are joined.
  ///   - state: where the cycle stands; without history, nothing is enforced.
  public init(
    targets: TargetList = .empty, policy: GatePolicy = .daily,
    state: GateState = .unlocked(.notEnforced)
  ) {
    self.state = state
    self.targets = targets
    self.policy = policy
  }

  /// Returns the targets that are blocked.
  ///
  /// - Parameter now: the moment.
  /// - Returns: all targets or none, in their order; never one that is accessible.
  public func blockedTargets(at now: WallTime) -> [TargetID] {
    switch state(at: now) {
    case .locked, .earning, .expired: targets.targets
    case .unlocked: []
    }
  }

  /// Returns the targets that are accessible.
  ///
  /// - Parameter now: the moment.
  /// - Returns: all targets or none, in their order; never one that is blocked.
  public func accessibleTargets(at now: WallTime) -> [TargetID] {
    switch state(at: now) {
    case .locked, .earning, .expired: []
    case .unlocked: targets.targets
    }
  }

  /// Returns where the cycle stands.
  ///
  /// - Parameter now: the moment; one before the last action counts as that action's.
  /// - Returns: the state that is right at `now`, whatever was skipped.
  public func state(at now: WallTime) -> GateState {
    state.settled(at: effective(now), policy: policy)
  }

  /// Returns how much of the workout is done.
  ///
  /// - Parameter now: the moment.
  /// - Returns: the progress, or `nil` when no workout is on.
  public func workoutProgress(at now: WallTime) -> PracticeProgress? {
    guard case .earning(let progress) = state(at: now) else { return nil }
    return progress
  }

  /// Returns how long the targets stay accessible.
  ///
  /// - Parameter now: the moment.
  /// - Returns: whole seconds, rounded up; `nil` when the gate is not open, or no time ends that.
  public func unlockTimeRemaining(at now: WallTime) -> Int? {
    guard case .unlocked(let unlock) = state(at: now) else { return nil }
    return unlock.end?.secondsRemaining(at: effective(now))
  }

  /// Returns how long the grace lasts.
  ///
  /// - Parameter now: the moment.
  /// - Returns: whole seconds, rounded up; `nil` when there is no grace.
  public func graceRemaining(at now: WallTime) -> Int? {
    guard case .expired(let graceEnd) = state(at: now) else { return nil }
    return graceEnd.secondsRemaining(at: effective(now))
  }

  /// What a blocker is to enforce since the last action; `nil` while nothing is enforced.
  public var shields: Shields? {
    switch state {
    case .locked, .earning, .expired: Shields(blocked: targets.targets, until: nil)
    case .unlocked(.notEnforced): nil
    case .unlocked(let unlock): Shields(blocked: [], until: unlock.end)
    }
  }

  private func effective(_ now: WallTime) -> WallTime { latest.map { max($0, now) } ?? now }
}
