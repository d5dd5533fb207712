// SPDX-License-Identifier: MIT

package import FileFormats
import PracticeGate
import PracticeGoals
import PracticeServices

/// The contents of the journal, as text and as JSON.
package struct PracticeReporting {
  /// The days.
  package let week: PracticeWeek
  /// The present status of the gate; `nil` when only days are requested.
  package let status: GateStatus?

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - week: the days.
  ///   - status: the present status of the gate; `nil` when only days are requested.
  package init(week: PracticeWeek, status: GateStatus?) {
    self.week = week
    self.status = status
  }

  /// The report for a person, in lines.
  package var text: String {
    var text = ""
    if let status {
      let goals = status.practice.goals.statuses(at: status.now)
      text += status.practice.goals.today.map { PracticeText.today($0.day) + "\n" } ?? ""
      text += GoalBar.lines(goals).map { $0 + "\n" }.joined()
      if let today = week.days.last?.totals, today.noteCount > 0 {
        text += PracticeText.counts(notes: today.noteCount, inTune: today.inTuneCount) + "\n"
      }
      text += "\n"
    }
    let isEmpty = week.days.allSatisfy { $0.totals == PracticeTotals() }
    guard isEmpty else { return text + week.text }
    let sentence = week.hasOtherDays ? PracticeText.nothingOnTheseDays : PracticeText.nothingYet
    return text + week.text + sentence + "\n"
  }

  /// The report as a JSON document.
  package var json: JSONValue {
    .object(
      [("schema", .text("tuner.practice/1"))]
        + (status.map { [("gate", $0.json)] } ?? []) + [
          ("days", week.json),
          ("damaged_lines", JSONValue(week.damage.count)),
        ])
  }
}
