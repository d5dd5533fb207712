// SPDX-License-Identifier: MIT

package import PracticeGoals
package import PracticeServices
import Terminal
import TunerDisplay

/// The reasons why a command of the gate can't be carried out, in English like all error messages.
package enum GateRefusal {
  /// The failure to start the process that watches the lease.
  package static let leaseFailed = "the watch over the lease can't be started"

  /// The refusal of questions without a terminal.
  package static let noTerminal = "questions need a terminal. Answer them by flags, and add --yes"

  /// The refusal of a gate that is not set up.
  package static let notSetUp = GatePhrase.notSetUp.text(in: .english)

  /// The refusal of a command that is neither a path nor a list of words.
  package static let hookForm =
    "a command is a program's path, or a JSON array of the program and its arguments, such as "
    + "'[\"/usr/bin/notify-send\",\"Blocked\"]'"

  /// Returns the refusal of a goal that is not written as METRIC=VALUE.
  package static func goalForm(_ text: String) -> String {
    "\"\(printable(text))\" is not a goal. Write it like practice=20m or steps=10000."
  }

  /// Returns the refusal of a value that is not an amount of its metric.
  package static func goalValue(_ value: String, metric: String) -> String {
    (value.hasPrefix("-")
      ? "\"\(printable(value))\" is negative, and a goal of \(printable(metric)) is not. "
      : "\"\(printable(value))\" is no amount of \(printable(metric)). ")
      + "Write minutes like 20m or 1h, a time of day like 18:30, anything else as a number."
  }

  /// The reason why the amounts of health data can't be read.
  package static let sourceMissing =
    "there is no source of this data. Name an export of Apple Health: "
    + "tuner gate setup --health-export"

  /// Returns the refusal of a goal whose amounts can't be read.
  package static func sourceMissing(_ metric: PracticeMetric) -> String {
    "\(printable(metric.words)): \(sourceMissing)"
  }

  /// Returns the refusal of a name that is not a metric.
  package static func unknownMetric(_ name: String) -> String {
    "there is no metric \"\(printable(name))\". Choose from: practice, notes, steps, energy, "
      + "exercise, exercise:walking (or another activity), time."
  }

  /// Returns the refusal of a text that names no days.
  package static func unknownDays(_ text: String) -> String {
    "\"\(printable(text))\" are no days. Write every, today, or mon,tue,wed,thu,fri,sat,sun."
  }

  /// Returns the refusal of a text that names no target.
  package static func targetRefused(_ name: String) -> String {
    "\"\(printable(name))\" is no target: it is empty, or has blanks or control characters. "
      + "Write it like youtube.com or app:steam."
  }

  /// Returns the refusal of targets that only a command could block.
  package static func commandMissing(_ names: String) -> String {
    "\(names): nothing would block it, since only sites are blocked without a command. "
      + "Give the command with: tuner gate setup --on-block"
  }

  /// The refusal of settings that would open the gate before the goal is met.
  package static let easierSettings =
    "the hosts file and the commands that block can't change before today's goal is met, as that "
    + "would open the gate. Try again then, or take the emergency exit first: tuner gate restore"

  /// Returns the refusal of a target that the gate does not know.
  package static func unknownTarget(_ name: String) -> String {
    "\"\(printable(name))\" is not among the targets. See: tuner gate targets list"
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
