// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal

/// All that the gate says to people, in one place.
enum GateText {
  static let notSetUp = "the gate is not set up. Run: tuner gate setup"
  static let nothingEnforced = "nothing is enforced: the goals were never read, or no target is set"
  static let monitorRuns = "the gate is watched. End with Ctrl-C; a block then ends with its lease"
  static let monitorEnded = "the gate is no longer watched"
  static let leaseFailed = "the watch over the lease can't be started"

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

  static func unknownTarget(_ name: String) -> String {
    "\"\(printable(name))\" is not among the targets. See: tuner gate targets list"
  }

  static func corrupt(_ kept: String) -> String {
    "the gate's file could not be understood; it is kept as \(printable(kept)). "
      + "Set the gate up again: tuner gate setup"
  }

  static func leftToHook(_ targets: [TargetID]) -> String {
    "\(list(targets)): not a host, so it is left to --on-block"
  }

  static func list(_ targets: [TargetID]) -> String {
    targets.map { printable(TargetNotation.name($0)) }.joined(separator: ", ")
  }

  static func shields(_ shields: Shields, _ calendar: LocalCalendar) -> String {
    if shields.blocked.isEmpty {
      return "open" + (shields.until.map { " until \(clock($0, calendar))" } ?? "")
    }
    return "blocked: \(list(shields.blocked))"
  }

  static func restored(_ path: String) -> String { "\(printable(path)): the section is taken out" }

  static func nothingToRestore(_ path: String) -> String {
    "\(printable(path)): there is no section to take out"
  }

  static func unchanged(_ path: String) -> String { "\(printable(path)): nothing to change" }

  static func dataFailed(_ metric: PracticeMetric, _ error: PracticeDataError) -> String {
    "\(name(of: metric)): \(error) Nothing was changed"
  }

  static func healthProgress(_ percent: Int, _ megabytes: Int64) -> String {
    "health data: \(percent) % of \(megabytes) MB"
  }

  /// The time of day that a clock on the wall shows.
  static func clock(_ time: WallTime, _ calendar: LocalCalendar) -> String {
    let minute = calendar.minuteOfDay(at: time)
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))"
  }

  static func name(of metric: PracticeMetric) -> String {
    switch metric {
    case .practiceMinutes: "practice"
    case .inTuneNotes: "notes in tune"
    case .steps: "steps"
    case .activeEnergy: "energy"
    case .exerciseMinutes(.any): "exercise"
    case .exerciseMinutes(let activity): "exercise (\(printable(activity.rawValue)))"
    case .timeOfDay: "time of day"
    }
  }

  static func unit(of metric: PracticeMetric) -> String {
    switch metric {
    case .practiceMinutes, .exerciseMinutes: "min"
    case .activeEnergy: "kcal"
    case .inTuneNotes, .steps, .timeOfDay: ""
    }
  }

  static func schedule(_ schedule: GoalSchedule) -> String {
    switch schedule {
    case .everyDay: "every day"
    case .weekdays(let days):
      days.days.map { "\($0)".prefix(3).lowercased() }.joined(separator: ",")
    case .only(let day): "on \(day)"
    }
  }

  static func presentation(_ presentation: GatePresentation) -> String {
    switch presentation {
    case .locked(let blocked):
      blocked.isEmpty ? "locked, and nothing to block" : "locked: \(list(blocked))"
    case .earning(let blocked, let progress):
      "earning, \(Int(progress.value * 100)) % done; blocked: \(list(blocked))"
    case .unlocked(let accessible, let seconds):
      "open: \(list(accessible))" + (seconds.map { ", for \(duration($0))" } ?? "")
    case .expired(let blocked, let seconds):
      "time's up, \(duration(seconds)) to start another workout; blocked: \(list(blocked))"
    }
  }

  static func waiting(_ edit: DeferredEdit) -> String {
    switch edit.edit {
    case .set(let goal):
      "from \(edit.firstDay) on: \(name(of: goal.metric)) \(goal.target) \(unit(of: goal.metric))"
    case .remove(let id): "from \(edit.firstDay) on: without \(printable(id.rawValue))"
    case .join(let strategy): "from \(edit.firstDay) on: \(strategy.rawValue) of the goals"
    }
  }

  private static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
    }
  }
}
