// SPDX-License-Identifier: MIT

import PracticeGate
package import PracticeGoals
package import PracticeServices
import TunerDisplay

extension GateText {
  /// Returns a report of the gate's keeper, in words.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - calendar: the calendar of the times of day.
  /// - Returns: one or two sentences. They may quote another program, so they are not yet safe for
  ///   a terminal.
  package func text(of report: PracticeReport, _ calendar: LocalCalendar) -> String {
    switch report {
    case .goals(let diagnostic): text(of: diagnostic)
    case .gate(let diagnostic): text(of: diagnostic)
    case .data(let metric, let error): dataFailed([metric], error)
    case .blocker(let error): sentence(about: error)
    case .snapshot(.laterVersion(let found, let newest)):
      say(.diagnostic(.laterVersion(found: "\(found)", newest: "\(newest)")))
    case .gateFile(let error): sentence(about: error)
    case .reached(let status): GoalNotice(status, in: self).line
    case .order(let order): self.order(order, calendar)
    }
  }

  private func text(of diagnostic: GoalsDiagnostic) -> String {
    let sentence: GatePhrase.Diagnostic =
      switch diagnostic {
      case .amountRefused(let metric): .amountRefused(name: name(of: metric))
      case .amountTooLarge(let metric):
        .amountTooLarge(name: name(of: metric), largest: "\(Int(metric.largestAmount))")
      case .readingOfAnotherDay(let metric, let day, let today):
        .readingOfAnotherDay(name: name(of: metric), date: "\(day)", today: "\(today)")
      case .timeIsNotMeasured: .timeIsNotMeasured
      case .unknownGoal(let id): .unknownGoal(name: name(of: id))
      case .dayIsNotToday(let id, let day, let today):
        .dayIsNotToday(name: name(of: id), date: "\(day)", today: "\(today)")
      case .easierToday(let id): .easierToday(name: name(of: id))
      case .endsToday(let id): .endsToday(name: name(of: id))
      case .editWaits(_, let day): .editWaits(date: "\(day)")
      case .dayWentBack(let from, let to): .dayWentBack(from: "\(from)", to: "\(to)")
      }
    return say(.diagnostic(sentence))
  }

  private func text(of diagnostic: GateDiagnostic) -> String {
    let phrase: GatePhrase =
      switch diagnostic {
      case .removalWaits(let targets, let day):
        .removalWaits(names: Self.list(targets), date: "\(day)")
      case .removalWaitsForDay(let targets, let day):
        .removalWaitsForDay(names: Self.list(targets), date: "\(day)")
      case .startIgnored: .diagnostic(.startIgnored)
      case .unlockForfeited(let day): .diagnostic(.unlockForfeited(date: "\(day)"))
      case .noWorkout: .diagnostic(.noWorkout)
      case .nothingToForfeit: .diagnostic(.nothingToForfeit)
      case .progressNotANumber: .diagnostic(.progressNotANumber)
      case .progressOutOfRange(let value): .diagnostic(.progressOutOfRange(value: "\(value)"))
      case .progressWentBack(let from, let to):
        .diagnostic(.progressWentBack(from: "\(from.value)", to: "\(to.value)"))
      case .goalsDecide: .diagnostic(.goalsDecide)
      case .namesRefused(let names): .diagnostic(.namesRefused(count: "\(names.count)"))
      case .namesRepeated(let targets): .diagnostic(.namesRepeated(names: Self.list(targets)))
      case .noTargets: .diagnostic(.noTargets)
      case .clockWentBack(let milliseconds):
        .diagnostic(.clockWentBack(milliseconds: "\(milliseconds)"))
      }
    return say(phrase)
  }
}
