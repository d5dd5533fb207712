// SPDX-License-Identifier: MIT

public import PracticeGoals

/// An action of the practice gate.
public enum PracticeAction: Hashable, Codable, Sendable {
  /// The program started or the machine woke up, so everything is read and enforced again.
  case started
  /// A stored state replaces this one.
  indirect case restored(PracticeSnapshot)
  /// Time passed.
  case tick
  /// The player retries a failure, or a source has new data.
  case refresh
  /// The player begins a workout.
  case startWorkout
  /// The player cancels the workout.
  case cancelWorkout
  /// The player closes the gate and forfeits the rest of the unlock.
  case lockNow
  /// The journal has an emergency exit of this time; it may have been reported before.
  case exitTaken(at: WallTime, day: LocalDay)
  /// A source reported a day's total so far, in the metric's unit.
  case measured(PracticeMetric, amount: Double, day: LocalDay)
  /// A source could not be read.
  case fetchFailed(PracticeMetric, PracticeDataError)
  /// The blocker enforced the order.
  case orderEnforced
  /// The blocker failed.
  case orderFailed(BlockerError)
  /// The player changed the goals.
  case edit(GoalEdit)
  /// The time zone changed, effective from the next day, which may be due already.
  case calendarChanged(LocalCalendar)
  /// The targets changed to these names.
  case setTargets([String])
  /// These names joined the chosen targets.
  case addTargets([String])
  /// These names left the chosen targets.
  case removeTargets([String])
  /// The policy changed.
  case setPolicy(GatePolicy)
  /// An action of the onboarding.
  case onboarding(Onboarding.Action)
}
