// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What can happen to the practice gate.
public enum PracticeAction: Hashable, Codable, Sendable {
  /// The program started, or the machine woke up: everything is read and enforced anew.
  case started
  /// A kept state takes the place of this one.
  indirect case restored(PracticeSnapshot)
  /// Time passed.
  case tick
  /// The player wants what failed to be tried again, or a source has more to tell.
  case refresh
  /// The player begins a workout.
  case startWorkout
  /// The player gives the workout up.
  case cancelWorkout
  /// The player closes the gate, and forfeits the rest.
  case lockNow
  /// A source told a day's total so far, in the metric's unit.
  case measured(PracticeMetric, amount: Double, day: LocalDay)
  /// A source could not be read.
  case fetchFailed(PracticeMetric, PracticeDataError)
  /// The blocker did as it was told.
  case shieldsUpdated
  /// The blocker did not.
  case shieldsFailed(BlockerError)
  /// The player changed the goals.
  case edit(GoalEdit)
  /// The zone changed; it counts from the next day on.
  case calendarChanged(LocalCalendar)
  /// Other targets, by their names.
  case setTargets([String])
  /// Another policy.
  case setPolicy(GatePolicy)
  /// A step of the onboarding.
  case onboarding(Onboarding.Action)
}
