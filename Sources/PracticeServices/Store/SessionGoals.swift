// SPDX-License-Identifier: MIT

import PracticeGate
package import PracticeGoals

/// The goals of today during a live session.
///
/// It reads the plan of the gate and the journal, and changes neither.
package struct SessionGoals {
  private let journal: PracticeJournal
  private let clock = WallClock()
  private var goals: Goals
  private var news = GoalNews()

  /// Reads the plan; a gate that was never set up has the standard plan.
  ///
  /// - Parameter directories: the directory of the journal and the gate.
  package init(_ directories: PracticeDirectories) {
    journal = directories.journal
    let kept = GateFile(path: directories.gateFile) { _ in }.documentWithoutLock()?.snapshot
    let calendar = LocalCalendar.ofSystem(around: clock.now)
    // A goal that waits for today is among the deferred edits.
    goals = (try? kept?.restored())?.goals ?? Goals(calendar: calendar)
    goals.use(calendar)
  }

  /// Reads today's amounts of practice.
  ///
  /// - Returns: the goals that were reached since the last check; none at the first check.
  /// - Throws: `JournalError`.
  package mutating func update() throws(JournalError) -> [GoalStatus] {
    let now = clock.now
    _ = goals.reduce(Timed(.tick, now: now))
    guard let today = goals.today else { return [] }
    let totals = try journal.records(of: today).totals
    let amounts: [(PracticeMetric, Double)] = [
      (.practiceMinutes, totals.practiceMinutes), (.inTuneNotes, Double(totals.inTuneCount)),
    ]
    for (metric, amount) in amounts {
      _ = goals.reduce(Timed(.measured(metric, amount: amount, day: today.day), now: now))
    }
    return news.reached(goals.statuses(at: now), on: today.day)
  }
}
