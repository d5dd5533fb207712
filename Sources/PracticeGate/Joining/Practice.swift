// SPDX-License-Identifier: MIT

public import PracticeGoals

/// Goals and gate joined: all there is to keep of the practice gate, and the state of its reducer.
public struct Practice: Hashable, Codable, Sendable {
  /// What is asked of the days.
  public internal(set) var goals: Goals
  /// What is blocked.
  public internal(set) var gate: Gate
  /// The way to a gate that is on; until it is done nothing is enforced.
  public internal(set) var onboarding = Onboarding()
  /// Why the last shields were not enforced, to be shown with a retry; `nil` when they were.
  public internal(set) var shieldFailure: BlockerError?
  /// The total of today's practice, in minutes, that a workout has had its share of; `nil` until
  /// the first reading after the workout began, which is where its counting starts.
  var creditedMinutes: Double?

  /// Makes the state before the first start.
  ///
  /// - Parameters:
  ///   - plan: the goals.
  ///   - calendar: the zone.
  ///   - targets: what there is to block.
  ///   - policy: how goals and gate are joined.
  public init(
    plan: GoalPlan = .standard, calendar: LocalCalendar, targets: TargetList = .empty,
    policy: GatePolicy = .daily
  ) {
    goals = Goals(plan: plan, calendar: calendar)
    gate = Gate(targets: targets, policy: policy)
  }

  /// Returns what a player is shown.
  ///
  /// - Parameter now: the moment.
  /// - Returns: the presentation of the gate's state and lists.
  public func presentation(at now: WallTime) -> GatePresentation {
    GatePresentation(gate.reading(at: now))
  }
}
