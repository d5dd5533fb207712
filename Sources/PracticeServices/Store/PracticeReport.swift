// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// A message for a person who uses the gate.
public enum PracticeReport: Hashable, Sendable {
  /// The goals refused or deferred a change.
  case goals(GoalsDiagnostic)
  /// The gate refused a change or noticed a problem.
  case gate(GateDiagnostic)
  /// A source could not be read; nothing changed.
  case data(PracticeMetric, PracticeDataError)
  /// A blocker failed; the previous blocks are still in force.
  case blocker(BlockerError)
  /// The stored state could not be used.
  case snapshot(PracticeSnapshot.Refusal)
  /// The gate's file can't be used; nothing changed.
  case gateFile(GateFileError)
  /// A goal has been reached since the last check.
  case reached(GoalStatus)
  /// The targets that are blocked now; empty if none is.
  case order(BlockOrder)
}
