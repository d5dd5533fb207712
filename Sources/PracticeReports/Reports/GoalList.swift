// SPDX-License-Identifier: MIT

package import FileFormats
package import PracticeGoals
import Terminal

/// The list of goals, as text and as JSON.
package enum GoalList {
  /// Returns a line for each goal that is not over.
  package static func text(_ goals: Goals, in text: GateText = .own) -> String {
    let goals = goals.plan.goals.filter(\.isEnabled)
    let column = GoalBar.column(after: goals, in: text)
    return goals.map { goal in
      filled(text.name(of: goal.metric), to: column) + text.amount(goal)
        + "  \(text.schedule(goal.schedule))\n"
    }.joined()
  }

  /// Returns a sentence for each deferred edit.
  package static func waiting(_ goals: Goals, in text: GateText = .own) -> [String] {
    goals.deferredEdits.map { text.waiting($0) }
  }

  /// Returns the goals as a JSON document.
  package static func json(_ goals: Goals) -> JSONValue {
    let list = goals.plan.goals.map { goal in
      JSONValue.object([
        ("id", .text(goal.id.rawValue)), ("metric", .text(goal.metric.rawValue)),
        ("target", JSONValue(goal.target)),
        ("days", .text(GateText.machine.schedule(goal.schedule))),
        ("enabled", .truth(goal.isEnabled)),
      ])
    }
    let deferred = goals.deferredEdits.map { JSONValue.text(GateText.machine.waiting($0)) }
    return .object([
      ("schema", .text("tuner.goals/1")), ("strategy", .text(goals.plan.strategy.rawValue)),
      ("goals", .array(list)), ("deferred", .array(deferred)),
    ])
  }
}
