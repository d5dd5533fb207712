// SPDX-License-Identifier: MIT

package import PracticeGoals
import TunerDisplay

/// The notice that a goal is reached.
package struct GoalNotice: Hashable, Sendable {
  /// The title.
  package let title: String
  /// The goal with its target.
  package let body: String

  /// Describes a goal that is met.
  ///
  /// - Parameters:
  ///   - status: the goal and its amount.
  ///   - text: the texts of the language.
  package init(_ status: GoalStatus, in text: GateText = .own) {
    title = text.say(.goalReached)
    body = "\(text.name(of: status.goal.metric)) \(text.amount(status.goal))"
  }

  /// The notice in one line.
  package var line: String { "\(title): \(body)" }
}
