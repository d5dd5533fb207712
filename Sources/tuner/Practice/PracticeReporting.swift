// SPDX-License-Identifier: MIT

import FileFormats
import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal

/// The contents of the journal, as text and as JSON.
struct PracticeReporting {
  let week: PracticeWeek
  /// The present status of the gate; `nil` when only days are requested.
  let status: GateStatus?

  /// Reads the goals of today, the gate and the week, without changing anything.
  static func today() throws -> PracticeReporting {
    let world = try GateWorld(hostsFile: nil)
    let status = try GateStatusReading(world, try world.document()).status()
    let week = try PracticeWeek(
      7, now: world.clock.now, calendar: world.calendar, plan: status.practice.goals.plan,
      journal: world.places.journal)
    return PracticeReporting(week: week, status: status)
  }

  var text: String {
    var text = ""
    if let status {
      let goals = status.practice.goals.statuses(at: status.now)
      text += status.practice.goals.today.map { PracticeText.today($0.day) + "\n" } ?? ""
      text += goals.map { GoalBar.line($0) + "\n" }.joined()
      if let today = week.days.last?.totals, today.noteCount > 0 {
        text += PracticeText.counts(notes: today.noteCount, inTune: today.inTuneCount) + "\n"
      }
      text += "\n"
    }
    let isEmpty = week.days.allSatisfy { $0.totals == PracticeTotals() }
    return text + week.text + (isEmpty ? PracticeText.nothingYet + "\n" : "")
  }

  var json: JSONValue {
    .object(
      [("schema", .text("tuner.practice/1"))]
        + (status.map { [("gate", $0.json)] } ?? []) + [
          ("days", week.json),
          ("damaged_lines", JSONValue(week.damage.count)),
        ])
  }

  /// Prints which lines of the journal are not records.
  func warn() {
    for damage in week.damage { StandardError.write("tuner: \(printable("\(damage)"))\n") }
  }
}
