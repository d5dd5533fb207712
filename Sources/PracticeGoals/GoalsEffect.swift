// SPDX-License-Identifier: MIT

/// What the goals ask of the world.
public enum GoalsEffect: Hashable, Codable, Sendable {
  /// Read the total of a metric from `day.start` to now, and answer with `measured` for `day.day`
  /// or with `fetchFailed`.
  case fetch(PracticeMetric, day: PracticeDay)
  /// Say what was refused, or will happen later.
  case report(GoalsDiagnostic)
}
