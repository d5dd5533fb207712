// SPDX-License-Identifier: MIT

public import PracticeGoals

/// An effect of the practice gate.
public enum PracticeEffect: Hashable, Sendable {
  /// Reads the total of a metric from `day.start` to now, and answers with `measured` for `day.day`
  /// or with `fetchFailed`.
  case fetch(PracticeMetric, day: PracticeDay)
  /// Enforces this order in place of the last one, and answers with `orderEnforced` or
  /// `orderFailed`.
  case enforce(BlockOrder)
  /// Stores a snapshot of the state.
  case persist
  /// Requests a permission, or reports an ignored action.
  case onboarding(Onboarding.Effect)
  /// Reports a diagnostic of the goals.
  case reportGoals(GoalsDiagnostic)
  /// Reports a diagnostic of the gate.
  case reportGate(GateDiagnostic)
  /// Reports the reason why a snapshot was refused.
  case reportSnapshot(PracticeSnapshot.Refusal)
}
