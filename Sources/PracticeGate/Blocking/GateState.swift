// SPDX-License-Identifier: MIT

public import PracticeGoals

/// Where the cycle locked → earning → unlocked → expired → locked stands.
///
/// It says nothing of what is blocked: `Gate.blockedTargets(at:)` does.
public enum GateState: Hashable, Codable, Sendable {
  /// Closed.
  case locked
  /// Closed, and a workout is on.
  case earning(progress: PracticeProgress)
  /// Open.
  case unlocked(Unlock)
  /// Closed again; the time in which to start another workout before it counts as locked.
  case expired(graceEnd: WallTime)

  /// Returns what this state has become by the mere passing of time.
  ///
  /// - Parameters:
  ///   - now: the moment; whatever was skipped before it is gone through.
  ///   - policy: how an unlock ends.
  /// - Returns: the state that is right at `now`.
  func settled(at now: WallTime, policy: GatePolicy) -> GateState {
    switch self {
    case .locked, .earning, .unlocked(.notEnforced): return self
    case .unlocked(.day(_, let end)): return now >= end ? .locked : self
    case .unlocked(.session(let end)):
      guard now >= end else { return self }
      guard case .session(let terms) = policy else { return .locked }
      let graceEnd = end.advanced(bySeconds: terms.graceSeconds)
      return now < graceEnd ? .expired(graceEnd: graceEnd) : .locked
    case .expired(let graceEnd): return now >= graceEnd ? .locked : self
    }
  }

  /// Returns this state with every end so much earlier, for a clock that was set back.
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
