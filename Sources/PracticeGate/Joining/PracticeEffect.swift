// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What the practice gate asks of the world.
public enum PracticeEffect: Hashable, Sendable {
  /// Read the total of a metric from `day.start` to now, and answer with `measured` for `day.day`
  /// or with `fetchFailed`.
  case fetch(PracticeMetric, day: PracticeDay)
  /// Enforce these shields instead of the last ones, and answer with `shieldsUpdated` or
  /// `shieldsFailed`.
  case updateShields(Shields)
  /// Keep a snapshot of the state.
  case persist
  /// Ask for a permission, or say what was out of order.
  case onboarding(Onboarding.Effect)
  /// Say what the goals refused.
  case reportGoals(GoalsDiagnostic)
  /// Say what the gate refused.
  case reportGate(GateDiagnostic)
  /// Say why a snapshot was not taken.
  case reportSnapshot(PracticeSnapshot.Refusal)
}
