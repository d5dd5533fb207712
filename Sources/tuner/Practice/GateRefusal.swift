// SPDX-License-Identifier: MIT

import PracticeServices
import Terminal
import TunerDisplay

/// The reasons why a command of the gate can't be carried out, in English like all error messages.
enum GateRefusal {
  static let leaseFailed = "the watch over the lease can't be started"
  static let noTerminal = "questions need a terminal. Answer them by flags, and add --yes"
  static let noHome = "there is no home directory to keep practice in. Set HOME or XDG_DATA_HOME."
  static let notSetUp = GatePhrase.notSetUp.text(in: .english)

  static let hookForm =
    "a command is a program's path, or a JSON array of the program and its arguments, such as "
    + "'[\"/usr/bin/notify-send\",\"Blocked\"]'"

  static func goalForm(_ text: String) -> String {
    "\"\(printable(text))\" is not a goal. Write it like practice=20m or steps=10000."
  }

  static func goalValue(_ value: String, metric: String) -> String {
    "\"\(printable(value))\" is no amount of \(printable(metric)). "
      + "Write minutes like 20m or 1h, a time of day like 18:30, anything else as a number."
  }

  static func unknownMetric(_ name: String) -> String {
    "there is no metric \"\(printable(name))\". Choose from: practice, notes, steps, energy, "
      + "exercise, exercise:walking (or another activity), time."
  }

  static func unknownDays(_ text: String) -> String {
    "\"\(printable(text))\" are no days. Write every, today, or mon,tue,wed,thu,fri,sat,sun."
  }

  static func targetRefused(_ name: String) -> String {
    "\"\(printable(name))\" is no target: it is empty, or has blanks or control characters. "
      + "Write it like youtube.com or app:steam."
  }

  static func commandMissing(_ names: String) -> String {
    "\(names): nothing would block it, since only sites are blocked without a command. "
      + "Give the command with: tuner gate setup --on-block"
  }

  static let easierSettings =
    "the hosts file and the commands that block can't change before today's goal is met, as that "
    + "would open the gate. Try again then, or take the emergency exit first: tuner gate restore"

  static func unknownTarget(_ name: String) -> String {
    "\"\(printable(name))\" is not among the targets. See: tuner gate targets list"
  }
}

/// An error in a person's input to the practice gate.
struct PracticeUsageError: UsageError, Hashable {
  /// The message, with the remedy at its end.
  let description: String

  /// Makes an error.
  ///
  /// - Parameter description: the message, one or two sentences.
  init(_ description: String) { self.description = description }
}
