// SPDX-License-Identifier: MIT

/// An effect of the goals.
public enum GoalsEffect: Hashable, Codable, Sendable {
  /// Reads the total of a metric from `day.start` to now, and answers with `measured` for `day.day`
  /// or with `fetchFailed`.
  case fetch(PracticeMetric, day: PracticeDay)
  /// Reports a diagnostic.
  case report(GoalsDiagnostic)
}
