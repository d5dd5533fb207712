// SPDX-License-Identifier: MIT

/// What the goals say about today.
public enum GoalVerdict: String, Hashable, Codable, Sendable, CaseIterable {
  /// No enabled goal is for today: nothing to do, nothing to block.
  case noGoals
  /// Enough is done.
  case met
  /// There is more to do.
  case shouldBlock
  /// What is known does not decide it. Whoever acts on verdicts leaves things as they are.
  case undecided
}

/// The verdict on a day, and how far it has come.
public struct GoalEvaluation: Hashable, Codable, Sendable {
  /// What the goals say.
  public let verdict: GoalVerdict
  /// How much of all of it is done: the mean of the goals if all count, the best if one is enough.
  public let progress: PracticeProgress
  /// The date that it is about.
  public let day: LocalDay
  /// When that date ends.
  public let dayEnd: WallTime

  /// Makes an evaluation.
  ///
  /// - Parameters:
  ///   - verdict: what the goals say.
  ///   - progress: how much of all of it is done.
  ///   - day: the date that it is about.
  ///   - dayEnd: when that date ends.
  public init(verdict: GoalVerdict, progress: PracticeProgress, day: LocalDay, dayEnd: WallTime) {
    self.verdict = verdict
    self.progress = progress
    self.day = day
    self.dayEnd = dayEnd
  }
}
