// SPDX-License-Identifier: MIT

package import PracticeGoals
import Terminal

/// A goal as a bar with "X / Y", and a mark when it is met.
package enum GoalBar {
  /// The number of characters of a bar.
  package static let width = 20

  /// Returns the line of a goal.
  ///
  /// - Parameters:
  ///   - status: the goal and its amount.
  ///   - text: the texts of the language.
  /// - Returns: the name, the bar and the amounts, without an end of line.
  package static func line(_ status: GoalStatus, in text: GateText = .own) -> String {
    let goal = status.goal
    let amount = status.amount.map { amount in
      // A stored amount can be larger than one that is accepted.
      let shown = Int(min(amount, goal.metric.largestAmount).rounded(.down))
      // Rounded down: a goal must not look met before it is.
      return goal.metric == .timeOfDay ? GateText.clock(ofMinute: shown) : "\(shown)"
    }
    return filled(text.name(of: goal.metric), to: 14)
      + bar(status.progress?.value) + "  \(amount ?? "?") / \(text.amount(goal))"
      + (status.state == .met ? "  ✓" : "")
  }

  /// Returns a bar of blocks.
  ///
  /// - Parameter progress: the part that is done, from 0 to 1; `nil` if it is unknown.
  /// - Returns: full blocks for the part that is done, and empty ones for the rest.
  package static func bar(_ progress: Double?) -> String {
    let full = Int(((progress ?? 0) * Double(width)).rounded(.down))
    let filled = min(max(full, 0), width)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
