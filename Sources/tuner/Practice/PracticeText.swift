// SPDX-License-Identifier: MIT

import PracticeGoals
import Terminal

/// All that is said to people about practice, in one place.
enum PracticeText {
  static let noHome = "there is no home directory to keep practice in. Set HOME or XDG_DATA_HOME."
  static let weekTitle = "Practice of a week"
  static let minutes = "min"
  static let nothingYet = "nothing was heard yet. Play to: tuner analyze --journal FILE"

  static func today(_ day: LocalDay) -> String { "today, \(day)" }

  static func counts(notes: Int, inTune: Int) -> String {
    "\(notes) notes, \(inTune) of them in tune"
  }

  static func counted(_ file: String, _ minutes: String) -> String {
    "\(printable(file)): \(minutes) min of practice written down"
  }

  static func countedBefore(_ file: String) -> String {
    "\(printable(file)): this recording is in the journal already"
  }

  static func weekday(_ day: LocalDay) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day.weekday.rawValue - 1]
  }
}
