// SPDX-License-Identifier: MIT

/// What can happen to the goals.
public enum GoalsAction: Hashable, Codable, Sendable {
  /// Time passed.
  case tick
  /// All data should be read again: at start-up, on waking, on a retry, when a source has more.
  case refresh
  /// A source told a day's total so far, in the metric's unit.
  case measured(PracticeMetric, amount: Double, day: LocalDay)
  /// A source could not be read.
  case fetchFailed(PracticeMetric, PracticeDataError)
  /// The player changed the plan.
  case edit(GoalEdit)
  /// The zone changed; it counts from the next day on.
  case calendarChanged(LocalCalendar)
}
