// SPDX-License-Identifier: MIT

import PracticeGoals
import TunerAnalysis

/// A goal as a bar with "X / Y", and a mark when it is met.
enum GoalBar {
  static let width = 20

  /// Returns the line of a goal.
  static func line(_ status: GoalStatus) -> String {
    let goal = status.goal
    let amount = status.amount.map { amount in
      // Rounded down: a goal must not look met before it is.
      goal.metric == .timeOfDay ? time(Int(amount)) : "\(Int(amount.rounded(.down)))"
    }
    return TextFigures.fill(GateText.own.name(of: goal.metric), to: 14)
      + bar(status.progress?.value) + "  \(amount ?? "?") / \(target(of: goal))"
      + (status.state == .met ? "  ✓" : "")
  }

  /// Returns a goal's target with its unit, or as a time of day.
  static func target(of goal: PracticeGoal) -> String {
    goal.metric == .timeOfDay ? time(goal.target) : GateText.own.amount(goal)
  }

  /// Returns a bar of blocks; empty when the progress is unknown.
  static func bar(_ progress: Double?) -> String {
    let full = Int(((progress ?? 0) * Double(width)).rounded(.down))
    let filled = min(max(full, 0), width)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  private static func time(_ minute: Int) -> String {
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))"
  }
}
