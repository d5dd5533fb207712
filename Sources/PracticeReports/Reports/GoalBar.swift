// SPDX-License-Identifier: MIT

package import PracticeGoals
import Terminal

/// A goal as a bar with "X / Y", and a mark when it is met.
package enum GoalBar {
  /// The number of characters of a bar.
  package static let width = 20

  /// Returns the lines of goals, with all bars in one column.
  ///
  /// - Parameters:
  ///   - statuses: the goals and their amounts.
  ///   - text: the texts of the language.
  /// - Returns: a name, a bar and amounts for each goal, without ends of lines.
  package static func lines(_ statuses: [GoalStatus], in text: GateText = .own) -> [String] {
    let column = column(after: statuses.map(\.goal), in: text)
    return statuses.map { line($0, column: column, in: text) }
  }

  /// Returns the column after the names of goals: two blanks after the longest, but not below 14.
  static func column(after goals: [PracticeGoal], in text: GateText) -> Int {
    max(14, (goals.map { text.name(of: $0.metric).count }.max() ?? 0) + 2)
  }

  private static func line(_ status: GoalStatus, column: Int, in text: GateText) -> String {
    let goal = status.goal
    let amount = status.amount.map { amount in
      // A stored amount can be larger than one that is accepted.
      let shown = Int(min(amount, goal.metric.largestAmount).rounded(.down))
      // Rounded down: a goal must not look met before it is.
      return goal.metric == .timeOfDay ? GateText.clock(ofMinute: shown) : "\(shown)"
    }
    return filled(text.name(of: goal.metric), to: column)
      + bar(status.progress?.value, in: text) + "  \(amount ?? "?") / \(text.amount(goal))"
      + (status.state == .met ? mark(in: text) : "")
  }

  /// Returns the mark of a goal that is met, after two blanks.
  static func mark(in text: GateText = .own) -> String { text.fitted("  ✓") }

  /// Returns a bar of blocks.
  ///
  /// - Parameters:
  ///   - progress: the part that is done, from 0 to 1; `nil` if it is unknown.
  ///   - text: the texts whose characters are used.
  /// - Returns: full blocks for the part that is done, and empty ones for the rest.
  package static func bar(_ progress: Double?, in text: GateText = .own) -> String {
    let full = Int(((progress ?? 0) * Double(width)).rounded(.down))
    let filled = min(max(full, 0), width)
    return text.fitted(
      String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled))
  }
}
