// SPDX-License-Identifier: MIT

package import PracticeGate
package import PracticeGoals
package import PracticeServices
import Terminal
package import TunerDisplay

/// The texts of the gate, with values put into the catalogue's phrases.
package struct GateText: Hashable, Sendable {
  /// The texts in the language and the characters of the environment.
  package static let own = GateText(
    language: .ofEnvironment, hasUnicode: Language.environmentHasUnicode)
  /// The texts for JSON documents, always in English.
  package static let machine = GateText(language: .english)

  /// The language of the texts.
  package let language: Language
  /// True for characters beyond ASCII.
  private let hasUnicode: Bool

  /// Makes the texts of a language.
  ///
  /// - Parameters:
  ///   - language: the language.
  ///   - hasUnicode: false for texts in ASCII.
  package init(language: Language, hasUnicode: Bool = true) {
    self.language = language
    self.hasUnicode = hasUnicode
  }

  func say(_ phrase: GatePhrase) -> String { fitted(phrase.text(in: language)) }

  /// Returns a text in the characters of these texts.
  func fitted(_ text: String) -> String { hasUnicode ? text : DisplayStyle.ascii(text) }

  /// Returns the names of targets, with commas between them.
  package static func list(_ targets: [TargetID]) -> String {
    targets.map { printable(TargetNotation.name($0)) }.joined(separator: ", ")
  }

  /// Returns the order to block or to open, in words.
  ///
  /// - Parameters:
  ///   - order: the order.
  ///   - calendar: the calendar of the times of day.
  /// - Returns: one sentence.
  package func order(_ order: BlockOrder, _ calendar: LocalCalendar) -> String {
    guard order.blocked.isEmpty else { return blocked(order.blocked) }
    return say(order.until.map { .openUntil(clock: Self.clock($0, calendar)) } ?? .openNow)
  }

  /// Returns the sentence that targets are blocked.
  package func blocked(_ targets: [TargetID]) -> String { say(.blocked(names: Self.list(targets))) }

  /// Returns one sentence for each reason why targets are not blocked.
  ///
  /// - Parameters:
  ///   - reading: the blocks that are in force, and those that should be.
  ///   - path: the hosts file.
  /// - Returns: the sentences; none if all targets that should be blocked are.
  package func gaps(_ reading: BlockReading, path: String) -> [String] {
    var reasons: [BlockReading.Reason] = []
    for gap in reading.gaps where !reasons.contains(gap.reason) { reasons.append(gap.reason) }
    return reasons.map { reason in
      let names = Self.list(reading.gaps.filter { $0.reason == reason }.map(\.target))
      return say(.notBlocked(names: names, reason: text(reason, path: printable(path))))
    }
  }

  private func text(_ reason: BlockReading.Reason, path: String) -> String {
    switch reason {
    case .missingSection: say(.missingSection(path: path))
    case .otherSection: say(.otherSection(path: path))
    case .overruled(let line): say(.overruled(path: path, line: "\(line)"))
    case .noCommand: say(.noCommand)
    case .orderFailed(let error): say(.blockFault(GatePhrase.BlockFault(error)))
    case .unreadable(let error): say(.blockFault(GatePhrase.BlockFault(error)))
    }
  }

  /// Returns one sentence for each reason why metrics can't be read.
  package func dataFailures(_ failures: [(PracticeMetric, PracticeDataError)]) -> [String] {
    var reasons: [PracticeDataError] = []
    for (_, error) in failures where !reasons.contains(error) { reasons.append(error) }
    return reasons.map { reason in
      var metrics: [PracticeMetric] = []
      for (metric, error) in failures where error == reason && !metrics.contains(metric) {
        metrics.append(metric)
      }
      return dataFailed(metrics, reason)
    }
  }

  /// Returns the sentence that metrics can't be read, with the reason.
  func dataFailed(_ metrics: [PracticeMetric], _ error: PracticeDataError) -> String {
    let sentence =
      error == .notAvailable ? say(.refusal(.sourceMissing)) : self.sentence(about: error)
    let reason = sentence.hasSuffix(".") ? sentence : sentence + "."
    let names = metrics.map(name(of:)).joined(separator: ", ")
    return say(.dataFailed(name: names, reason: reason))
  }

  /// Returns the time of day as a wall clock shows it.
  package static func clock(_ time: WallTime, _ calendar: LocalCalendar) -> String {
    clock(ofMinute: calendar.minuteOfDay(at: time))
  }

  /// Returns a minute of the day as a wall clock shows it.
  static func clock(ofMinute minute: Int) -> String {
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))"
  }

  /// Returns the name of a metric.
  package func name(of metric: PracticeMetric) -> String { printable(say(.metric(metric))) }

  /// Returns the unit of a metric; empty for a count.
  package func unit(of metric: PracticeMetric) -> String {
    switch metric {
    case .practiceMinutes, .exerciseMinutes: say(.minuteUnit)
    case .activeEnergy: say(.kilocalorieUnit)
    case .inTuneNotes, .steps, .timeOfDay: ""
    }
  }

  /// Returns a goal's target with its unit, or as a time of day.
  package func amount(_ goal: PracticeGoal) -> String {
    if goal.metric == .timeOfDay { return Self.clock(ofMinute: goal.target) }
    let unit = unit(of: goal.metric)
    return "\(goal.target)" + (unit.isEmpty ? "" : " \(unit)")
  }

  /// Returns the days of a goal, in words.
  package func schedule(_ schedule: GoalSchedule) -> String {
    switch schedule {
    case .everyDay: say(.everyDay)
    case .weekdays(let days):
      days.days.map { say(.weekday($0)).lowercased() }.joined(separator: ",")
    case .only(let day): say(.onDay(date: "\(day)"))
    }
  }

  /// Returns the presentation in words.
  ///
  /// - Parameters:
  ///   - presentation: the presentation.
  ///   - inForce: the targets that are really blocked.
  /// - Returns: one sentence.
  package func presentation(_ presentation: GatePresentation, inForce: [TargetID]) -> String {
    let names = inForce.isEmpty ? say(.nothing) : Self.list(inForce)
    return switch presentation {
    case .locked(let blocked):
      blocked.isEmpty ? say(.lockedNothing) : say(.locked(names: names))
    case .earning(_, let progress):
      say(.earning(percent: "\(Int(progress.value * 100))", names: names))
    case .unlocked(let accessible, let seconds):
      say(
        seconds.map { .openFor(names: Self.list(accessible), time: duration($0)) }
          ?? .open(names: Self.list(accessible)))
    case .expired(_, let seconds):
      say(.timeIsUp(time: duration(seconds), names: names))
    }
  }

  /// Returns a deferred edit, in words.
  package func waiting(_ edit: DeferredEdit) -> String {
    let what =
      switch edit.edit {
      case .set(let goal):
        "\(name(of: goal.metric)) \(amount(goal)) \(schedule(goal.schedule))"
      case .remove(let id): say(.without(name: name(of: id)))
      case .join(let strategy): say(.strategy(strategy))
      }
    return say(.from(date: "\(edit.firstDay)", what: what))
  }

  /// Returns a deferred removal of targets.
  ///
  /// - Parameters:
  ///   - list: the targets that stay, and the first day without the others.
  ///   - targets: the present targets.
  /// - Returns: one sentence.
  package func waiting(_ list: DeferredTargets, now targets: [TargetID]) -> String {
    let removed = targets.filter { !list.targets.targets.contains($0) }
    return say(
      .from(date: "\(list.firstDay)", what: say(.without(name: Self.list(removed)))))
  }

  func name(of id: GoalID) -> String {
    PracticeMetric(rawValue: id.rawValue).map(name(of:)) ?? printable(id.rawValue)
  }

  private func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: say(.seconds("\(seconds)"))
    case ..<3600: say(.minutes("\(seconds / 60)", seconds: "\(seconds % 60)"))
    default: say(.hours("\(seconds / 3600)", minutes: "\(seconds % 3600 / 60)"))
    }
  }
}
