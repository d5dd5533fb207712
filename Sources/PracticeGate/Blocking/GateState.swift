// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The state of the cycle locked → earning → unlocked → expired → locked.
///
/// Use `Gate.blockedTargets(at:)` to find what is blocked.
public enum GateState: Hashable, Codable, Sendable {
  /// Closed.
  case locked
  /// Closed during a workout.
  case earning(progress: PracticeProgress)
  /// Open.
  case unlocked(Unlock)
  /// Closed again, in the grace period for another workout.
  case expired(graceEnd: WallTime)

  /// Returns the state after the passage of time.
  ///
  /// - Parameters:
  ///   - now: the time; all transitions before it are applied.
  ///   - policy: the policy, which decides how an unlock ends.
  /// - Returns: the state at `now`.
  func settled(at now: WallTime, policy: GatePolicy) -> GateState {
    switch self {
    case .locked, .earning, .unlocked(.notEnforced): return self
    case .unlocked(.day(_, let end)), .unlocked(.exit(_, let end)):
      return now >= end ? .locked : self
    case .unlocked(.session(let end)):
      guard now >= end else { return self }
      guard case .session(let terms) = policy else { return .locked }
      let graceEnd = end.advanced(bySeconds: terms.graceSeconds)
      return now < graceEnd ? .expired(graceEnd: graceEnd) : .locked
    case .expired(let graceEnd): return now >= graceEnd ? .locked : self
    }
  }

  /// Returns this state with every end moved earlier, after a clock was set back.
  func ending(earlierByMilliseconds milliseconds: Int64) -> GateState {
    switch self {
    case .locked, .earning: self
    case .unlocked(let unlock):
      .unlocked(unlock.ending(earlierByMilliseconds: milliseconds))
    case .expired(let graceEnd):
      .expired(graceEnd: graceEnd.advanced(byMilliseconds: -milliseconds))
    }
  }
}

/// The reason and the end of an unlock.
public enum Unlock: Hashable, Codable, Sendable {
  /// Nothing is enforced yet: the onboarding is incomplete, or the goals were never evaluated.
  case notEnforced
  /// A workout was completed.
  case session(until: WallTime)
  /// The goals of a date are met.
  case day(LocalDay, until: WallTime)
  /// The player took the emergency exit of a date.
  case exit(LocalDay, until: WallTime)

  /// The end of the unlock; `nil` when nothing is enforced, which has no end.
  public var end: WallTime? {
    switch self {
    case .notEnforced: nil
    case .session(let end), .day(_, let end), .exit(_, let end): end
    }
  }

  /// Returns this unlock with its end moved earlier.
  func ending(earlierByMilliseconds milliseconds: Int64) -> Unlock {
    switch self {
    case .notEnforced: .notEnforced
    case .session(let end): .session(until: end.advanced(byMilliseconds: -milliseconds))
    case .day(let day, let end): .day(day, until: end.advanced(byMilliseconds: -milliseconds))
    case .exit(let day, let end): .exit(day, until: end.advanced(byMilliseconds: -milliseconds))
    }
  }
}
