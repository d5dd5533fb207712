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
    case .goals(let diagnostic): "\(diagnostic)"
    case .gate(.removalWaits(let targets, let day)):
      GatePhrase.removalWaits(names: Self.list(targets), date: "\(day)").text(in: language)
    case .gate(let diagnostic): "\(diagnostic)"
    case .data(let metric, let error): dataFailed(metric, error)
    case .blocker(let error): "\(error)"
    case .snapshot(let refusal): "\(refusal)"
    case .gateFile(let error): "\(error)"
    case .reached(let status): GoalNotice(status, in: self).line
    case .order(let order): self.order(order, calendar)
    }
  }
}
