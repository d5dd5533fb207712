// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The state of the gate: which targets are blocked, and which are accessible.
///
/// The two lists are the only answer to what is blocked. They are computed from the state and the
/// time, and never stored.
public struct Gate: Hashable, Codable, Sendable {
  /// The state after the last action.
  ///
  /// Use `state(at:)` to read the state at a time.
  public internal(set) var state: GateState
  /// The targets to block or make accessible.
  public internal(set) var targets: TargetList
  /// The policy that connects goals and gate.
  public internal(set) var policy: GatePolicy
  /// The time of the last action, which reveals a clock that was set back.
  var latest: WallTime?
  /// The lead of the wall clock over the uptime in milliseconds, its maximum since the clock last
  /// fell behind.
  var clockLead: Int64?
  /// The date whose unlock was the last one to be forfeited or to end.
  var spentDay: LocalDay?
  /// The dates before it whose unlocks were forfeited or have ended; `nil` for none.
  var formerSpentDays: [LocalDay]?
  /// The unlock of a day from which the clock went back to an earlier date; `nil` for none.
  var interrupted: InterruptedUnlock?

  /// Makes a gate.
  ///
  /// - Parameters:
  ///   - targets: the targets.
  ///   - policy: the policy that connects goals and gate.
  ///   - state: the initial state; by default nothing is enforced.
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
  /// - Parameter now: the time.
  /// - Returns: all targets in order, or none; never an accessible one.
  public func blockedTargets(at now: WallTime) -> [TargetID] {
    switch state(at: now) {
    case .locked, .earning, .expired: targets.targets
    case .unlocked: []
    }
  }

  /// Returns the targets that are accessible.
  ///
  /// - Parameter now: the time.
  /// - Returns: all targets in order, or none; never a blocked one.
  public func accessibleTargets(at now: WallTime) -> [TargetID] {
    switch state(at: now) {
    case .locked, .earning, .expired: []
    case .unlocked: targets.targets
    }
  }

  /// Returns the state at a time.
  ///
  /// - Parameter now: the time; one before the last action counts as the last action's.
  /// - Returns: the state at `now`, whatever was skipped.
  public func state(at now: WallTime) -> GateState {
    state.settled(at: effective(now), policy: policy)
  }

  /// Returns the progress of the workout.
  ///
  /// - Parameter now: the time.
  /// - Returns: the progress; `nil` without a workout.
  public func workoutProgress(at now: WallTime) -> PracticeProgress? {
    guard case .earning(let progress) = state(at: now) else { return nil }
    return progress
  }

  /// Returns the remaining time of the unlock.
  ///
  /// - Parameter now: the time.
  /// - Returns: whole seconds, rounded up; `nil` when the gate is closed, or the unlock has no end.
  public func unlockTimeRemaining(at now: WallTime) -> Int? {
    guard case .unlocked(let unlock) = state(at: now) else { return nil }
    return unlock.end?.secondsRemaining(at: effective(now))
  }

  /// Returns the remaining time of the grace period.
  ///
  /// - Parameter now: the time.
  /// - Returns: whole seconds, rounded up; `nil` outside a grace period.
  public func graceRemaining(at now: WallTime) -> Int? {
    guard case .expired(let graceEnd) = state(at: now) else { return nil }
    return graceEnd.secondsRemaining(at: effective(now))
  }

  /// The order that a blocker must enforce since the last action; `nil` while nothing is
  /// enforced.
  public var blockOrder: BlockOrder? {
    switch state {
    case .locked, .earning, .expired: BlockOrder(blocked: targets.targets, until: nil)
    case .unlocked(.notEnforced): nil
    case .unlocked(let unlock): BlockOrder(blocked: [], until: unlock.end)
    }
  }

  private func effective(_ now: WallTime) -> WallTime { latest.map { max($0, now) } ?? now }
}
