// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// Something to tell a person who uses the gate.
public enum PracticeReport: Hashable, Sendable {
  /// The goals refused or put off something.
  case goals(GoalsDiagnostic)
  /// The gate refused or noticed something.
  case gate(GateDiagnostic)
  /// A source could not be read; nothing was changed.
  case data(PracticeMetric, PracticeDataError)
  /// The blocker failed; what was enforced still is.
  case blocker(BlockerError)
  /// The kept state could not be used.
  case snapshot(PracticeSnapshot.Refusal)
  /// The store failed; nothing was changed.
  case store(GateStoreError)
  /// These targets are blocked now; none for nothing blocked.
  case shields(Shields)
}
