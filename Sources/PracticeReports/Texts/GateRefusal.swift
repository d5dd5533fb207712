// SPDX-License-Identifier: MIT

package import PracticeGoals
package import PracticeServices
import Terminal
import TunerDisplay

/// The reasons why a command of the gate can't be carried out, from the catalogue's phrases.
package enum GateRefusal {
  /// The failure to start the process that watches the lease.
  package static let leaseFailed = text(.leaseFailed)

  /// The refusal of questions without a terminal.
  package static let noTerminal = text(.noTerminal)

  /// The refusal of a gate that is not set up.
  package static let notSetUp = GatePhrase.notSetUp.text

  /// The refusal of a command that is neither a path nor a list of words.
  package static let hookForm = text(.hookForm)

  /// Returns the refusal of a goal that is not written as METRIC=VALUE.
  package static func goalForm(_ goal: String) -> String { text(.goalForm(text: printable(goal))) }

  /// Returns the refusal of a value that is not an amount of its metric.
  package static func goalValue(_ value: String, metric: String) -> String {
    let (shown, metric) = (printable(value), printable(metric))
    return text(
      value.hasPrefix("-")
        ? .negativeValue(value: shown, metric: metric) : .noAmount(value: shown, metric: metric))
  }

  /// Returns the refusal of a goal whose amounts can't be read.
  package static func sourceMissing(_ metric: PracticeMetric) -> String {
    "\(GateText.own.name(of: metric)): \(text(.sourceMissing))"
  }

  /// Returns the refusal of a name that is not a metric.
  package static func unknownMetric(_ name: String) -> String {
    text(.unknownMetric(name: printable(name)))
  }

  /// Returns the refusal of an activity that no health data have.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - known: the activities to choose from.
  /// - Returns: one or two sentences.
  package static func unknownActivity(_ name: String, known: [String]) -> String {
    text(.unknownActivity(name: printable(name), known: known.joined(separator: ", ")))
  }

  /// Returns the refusal of a text that names no days.
  package static func unknownDays(_ days: String) -> String {
    text(.unknownDays(text: printable(days)))
  }

  /// Returns the refusal of a text that names no target.
  package static func targetRefused(_ name: String) -> String {
    text(.targetRefused(name: printable(name)))
  }

  /// Returns the refusal of targets that only a command could block.
  package static func commandMissing(_ names: String) -> String {
    text(.commandMissing(names: names))
  }

  /// The refusal of settings that would open the gate before the goal is met.
  package static let easierSettings = text(.easierSettings)

  /// Returns the refusal of a target that the gate does not know.
  package static func unknownTarget(_ name: String) -> String {
    text(.unknownTarget(name: printable(name)))
  }

  private static func text(_ refusal: GatePhrase.Refusal) -> String {
    GatePhrase.refusal(refusal).text
  }
}

/// An error in a person's input to the practice gate.
package struct PracticeUsageError: UsageError, Hashable {
  /// The message, with the remedy at its end.
  package let description: String

  /// Makes an error.
  ///
  /// - Parameter description: the message, one or two sentences.
  package init(_ description: String) { self.description = description }
}

extension PracticeDirectoryError: UsageError {}

extension NotificationError: UsageError {}
