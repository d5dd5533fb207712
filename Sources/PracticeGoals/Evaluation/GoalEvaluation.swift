// SPDX-License-Identifier: MIT

/// The verdict of the goals on today.
public enum GoalVerdict: String, Hashable, Codable, Sendable, CaseIterable {
  /// No enabled goal applies today, so nothing is blocked.
  case noGoals
  /// The goals are met.
  case met
  /// The goals are not met.
  case shouldBlock
  /// The known amounts do not decide; the gate then stays as it is.
  case undecided
}

/// The verdict and progress of a day.
public struct GoalEvaluation: Hashable, Codable, Sendable {
  /// The verdict.
  public let verdict: GoalVerdict
  /// The progress: the mean of the goals if all must be met, the best if one is enough.
  public let progress: PracticeProgress
  /// The date.
  public let day: LocalDay
  /// The end of the date.
  public let dayEnd: WallTime

  /// Makes an evaluation.
  public init(verdict: GoalVerdict, progress: PracticeProgress, day: LocalDay, dayEnd: WallTime) {
    self.verdict = verdict
    self.progress = progress
    self.day = day
    self.dayEnd = dayEnd
  }
}
