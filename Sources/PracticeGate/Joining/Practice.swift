// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The state of the practice gate: goals, gate and onboarding.
public struct Practice: Hashable, Codable, Sendable {
  /// The goals.
  public internal(set) var goals: Goals
  /// The gate.
  public internal(set) var gate: Gate
  /// The onboarding; until it is complete nothing is enforced.
  public internal(set) var onboarding = Onboarding()
  /// The error of the last order, shown with a retry; `nil` when the order is enforced.
  public internal(set) var blockFailure: BlockerError?
  /// The targets to use from a later day on; `nil` when no removal is deferred.
  public internal(set) var deferredTargets: DeferredTargets?
  /// The emergency exits that were read, in that order; `nil` for none.
  var exits: [EmergencyExit]?
  /// The total of today's practice, in minutes, that is already credited to the workout.
  ///
  /// It is `nil` from the start of a workout to the first reading, which sets the origin.
  var creditedMinutes: Double?

  /// Makes the state before the first start.
  ///
  /// - Parameters:
  ///   - plan: the goals.
  ///   - calendar: the calendar of the local time zone.
  ///   - targets: the targets.
  ///   - policy: the policy that connects goals and gate.
  public init(
    plan: GoalPlan = .standard, calendar: LocalCalendar, targets: TargetList = .empty,
    policy: GatePolicy = .daily
  ) {
    goals = Goals(plan: plan, calendar: calendar)
    gate = Gate(targets: targets, policy: policy)
  }

  /// The targets that the player wants, including removals that are deferred.
  public var chosenTargets: TargetList { deferredTargets?.targets ?? gate.targets }

  /// The time of the last emergency exit; `nil` for none.
  public var lastExit: WallTime? { exits?.last?.time }

  /// Returns the open day with the start from which practice counts for it.
  ///
  /// - Parameter now: the time.
  /// - Returns: the day; `nil` before the first action.
  public func countedDay(at now: WallTime) -> PracticeDay? {
    goals.today.map { counted($0, at: now) }
  }

  /// Returns the presentation for a player.
  ///
  /// - Parameter now: the time.
  /// - Returns: the presentation of the gate's state and lists.
  public func presentation(at now: WallTime) -> GatePresentation {
    GatePresentation(gate.reading(at: now))
  }
}

/// A list of targets without some of today's, deferred to a later day.
public struct DeferredTargets: Hashable, Codable, Sendable {
  /// The list.
  public let targets: TargetList
  /// The first date on which it applies.
  public let firstDay: LocalDay
}
