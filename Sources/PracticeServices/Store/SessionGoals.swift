// SPDX-License-Identifier: MIT

import PracticeGate
package import PracticeGoals

/// The goals of today during a live session.
///
/// It reads the plan of the gate and the journal, and changes neither.
package struct SessionGoals {
  private let journal: PracticeJournal
  private let clock: any PracticeClock
  private var practice: Practice
  private var news = GoalNews()

  /// Reads the plan; a gate that was never set up has the standard plan.
  ///
  /// - Parameters:
  ///   - directories: the directory of the journal and the gate.
  ///   - clock: gives the moment of each check.
  package init(_ directories: PracticeDirectories, clock: any PracticeClock) {
    journal = directories.journal
    self.clock = clock
    let kept = GateFile(path: directories.gateFile) { _ in }.documentWithoutLock()?.snapshot
    let now = clock.now
    let calendar = LocalCalendar.ofSystem(around: now)
    // A goal that waits for today is among the deferred edits.
    practice = (try? kept?.restored()) ?? Practice(calendar: calendar)
    _ = practice.reduce(
      Timed(
        .calendarChanged(calendar), now: now, uptimeInMilliseconds: clock.uptimeInMilliseconds))
  }

  /// Reads today's amounts of practice.
  ///
  /// - Returns: the goals that were reached since the last check; none at the first check.
  /// - Throws: `JournalError`.
  package mutating func update() throws(JournalError) -> [GoalStatus] {
    let now = clock.now
    let uptime = clock.uptimeInMilliseconds
    _ = practice.reduce(Timed(.tick, now: now, uptimeInMilliseconds: uptime))
    guard let today = practice.countedDay(at: now) else { return [] }
    let totals = try journal.records(of: today).totals
    let amounts: [(PracticeMetric, Double)] = [
      (.practiceMinutes, totals.practiceMinutes), (.inTuneNotes, Double(totals.inTuneCount)),
    ]
    for (metric, amount) in amounts {
      _ = practice.reduce(
        Timed(
          .measured(metric, amount: amount, day: today.day), now: now,
          uptimeInMilliseconds: uptime))
    }
    return news.reached(practice.goals.statuses(at: now), on: today.day)
  }
}
