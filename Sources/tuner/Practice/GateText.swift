// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal
import TunerDisplay

/// The texts of the gate, with values put into the catalogue's phrases.
struct GateText {
  /// The texts in the language of the environment.
  static let own = GateText(language: .ofEnvironment)
  /// The texts for JSON documents, always in English.
  static let machine = GateText(language: .english)

  let language: Language

  private func say(_ phrase: GatePhrase) -> String { phrase.text(in: language) }

  static func list(_ targets: [TargetID]) -> String {
    targets.map { printable(TargetNotation.name($0)) }.joined(separator: ", ")
  }

  func order(_ order: BlockOrder, _ calendar: LocalCalendar) -> String {
    guard order.blocked.isEmpty else { return say(.blocked(names: Self.list(order.blocked))) }
    return say(order.until.map { .openUntil(clock: Self.clock($0, calendar)) } ?? .openNow)
  }

  func dataFailed(_ metric: PracticeMetric, _ error: PracticeDataError) -> String {
    say(.dataFailed(name: name(of: metric), reason: "\(error)"))
  }

  /// Returns the time of day as a wall clock shows it.
  static func clock(_ time: WallTime, _ calendar: LocalCalendar) -> String {
    let minute = calendar.minuteOfDay(at: time)
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))"
  }

  func name(of metric: PracticeMetric) -> String { printable(say(.metric(metric))) }

  func unit(of metric: PracticeMetric) -> String {
    switch metric {
    case .practiceMinutes, .exerciseMinutes: say(.minuteUnit)
    case .activeEnergy: say(.kilocalorieUnit)
    case .inTuneNotes, .steps, .timeOfDay: ""
    }
  }

  /// Returns a goal's target with its unit.
  func amount(_ goal: PracticeGoal) -> String {
    let unit = unit(of: goal.metric)
    return "\(goal.target)" + (unit.isEmpty ? "" : " \(unit)")
  }

  func schedule(_ schedule: GoalSchedule) -> String {
    switch schedule {
    case .everyDay: say(.everyDay)
    case .weekdays(let days):
      days.days.map { say(.weekday($0)).lowercased() }.joined(separator: ",")
    case .only(let day): say(.onDay(date: "\(day)"))
    }
  }

  func presentation(_ presentation: GatePresentation) -> String {
    switch presentation {
    case .locked(let blocked):
      say(blocked.isEmpty ? .lockedNothing : .locked(names: Self.list(blocked)))
    case .earning(let blocked, let progress):
      say(.earning(percent: "\(Int(progress.value * 100))", names: Self.list(blocked)))
    case .unlocked(let accessible, let seconds):
      say(
        seconds.map { .openFor(names: Self.list(accessible), time: duration($0)) }
          ?? .open(names: Self.list(accessible)))
    case .expired(let blocked, let seconds):
      say(.timeIsUp(time: duration(seconds), names: Self.list(blocked)))
    }
  }

  func waiting(_ edit: DeferredEdit) -> String {
    let what =
      switch edit.edit {
      case .set(let goal): "\(name(of: goal.metric)) \(amount(goal))"
      case .remove(let id): say(.without(name: printable(id.rawValue)))
      case .join(let strategy): say(.strategy(strategy))
      }
    return say(.from(date: "\(edit.firstDay)", what: what))
  }

  private func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: say(.seconds("\(seconds)"))
    case ..<3600: say(.minutes("\(seconds / 60)", seconds: "\(seconds % 60)"))
    default: say(.hours("\(seconds / 3600)", minutes: "\(seconds % 3600 / 60)"))
    }
  }
}
