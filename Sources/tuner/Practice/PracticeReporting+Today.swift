// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal

extension PracticeReporting {
  /// Reads the goals of today, the gate and the week, without changing the gate or a block.
  static func today() throws -> PracticeReporting {
    let world = try GateWorld(hostsFile: nil)
    let status = try GateStatusReading(world, try world.document()).status()
    let week = try PracticeWeek(
      7, goals: status.practice.goals, counted: status.practice.countedDay(at: status.now),
      now: status.now, calendar: world.calendar, journal: world.directories.journal)
    return PracticeReporting(week: week, status: status)
  }

  /// Prints which lines of the journal are not valid records.
  func warn() {
    for damage in week.damage { StandardError.write("tuner: \(printable("\(damage)"))\n") }
  }
}
