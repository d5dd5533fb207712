// SPDX-License-Identifier: MIT

/// An action of the goals.
public enum GoalsAction: Hashable, Codable, Sendable {
  /// Time passed.
  case tick
  /// All data must be read again: at start, on waking, on a retry, or when a source has new data.
  case refresh
  /// A source reported a day's total so far, in the metric's unit.
  case measured(PracticeMetric, amount: Double, day: LocalDay)
  /// A source could not be read.
  case fetchFailed(PracticeMetric, PracticeDataError)
  /// The player changed the plan.
  case edit(GoalEdit)
  /// The time zone changed, effective from the next day.
  case calendarChanged(LocalCalendar)
}
