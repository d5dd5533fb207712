// SPDX-License-Identifier: MIT

package import FileFormats
package import PracticeGoals
import Terminal

/// The list of goals, as text and as JSON.
package enum GoalList {
  /// Returns a line for each goal, and for each deferred edit.
  package static func text(_ goals: Goals) -> String {
    goals.plan.goals.map { goal in
      let unit = GateText.own.unit(of: goal.metric)
      return filled(GateText.own.name(of: goal.metric), to: 14) + "\(goal.target)"
        + (unit.isEmpty ? "" : " \(unit)") + "  \(GateText.own.schedule(goal.schedule))\n"
    }.joined() + goals.deferredEdits.map { GateText.own.waiting($0) + "\n" }.joined()
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
