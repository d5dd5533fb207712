// SPDX-License-Identifier: MIT

/// A plan that is no longer in force.
struct PastPlan: Hashable, Codable, Sendable {
  /// The last date on which the plan was in force.
  let lastDay: LocalDay
  /// The plan.
  let plan: GoalPlan
}

extension Goals {
  /// The largest number of plans that are kept.
  private static let mostPlans = 366

  /// Returns the plan that was in force at the end of a day.
  ///
  /// - Parameter day: today or an earlier date.
  /// - Returns: the plan; the earliest known one for a date before it.
  public func plan(on day: LocalDay) -> GoalPlan {
    if let today, day >= today.day { return plan }
    return keptPlan(on: day) ?? plan
  }

  /// Returns the plan of a day that is no longer in force; `nil` if none is kept.
  func keptPlan(on day: LocalDay) -> GoalPlan? {
    pastPlans?.first { $0.lastDay >= day }?.plan
  }

  /// Keeps a plan for the days up to a date, unless the plan of that date is known.
  mutating func keep(_ plan: GoalPlan, through lastDay: LocalDay) {
    var plans = pastPlans ?? []
    guard plans.last.map({ $0.lastDay < lastDay }) ?? true else { return }
    plans.append(PastPlan(lastDay: lastDay, plan: plan))
    pastPlans = plans.suffix(Self.mostPlans)
  }
}
