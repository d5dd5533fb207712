// SPDX-License-Identifier: MIT

package import FileFormats
package import Plotting
package import PracticeGoals
package import PracticeServices
import TunerDisplay

/// The practice of consecutive days, the last of them today.
package struct PracticeWeek {
  /// The practice of one day.
  package struct Day {
    /// The date.
    package var day: LocalDay
    /// The practice.
    package var totals: PracticeTotals
    /// The goal in minutes; `nil` on a day without one.
    package var goal: Int?
    /// The times of day at which the emergency exit was taken.
    package var exits: [String] = []
  }

  /// The days, from the first to the last.
  package var days: [Day]
  /// The lines of the journal that are not records.
  package var damage: [JournalReading.Damage]
  /// True if the journal has practice before these days.
  package var hasOtherDays: Bool

  /// Reads the days up to today.
  ///
  /// Today is the open day of the goals, which keeps its ends after a change of the time zone. The
  /// present zone separates the days before it.
  ///
  /// - Parameters:
  ///   - count: the number of days, 1 or more.
  ///   - goals: the goals, advanced to the moment.
  ///   - counted: the open day with the start from which practice counts for it; `nil` for its own
  ///     start.
  ///   - now: the moment; it gives today if the goals have no open day.
  ///   - calendar: the calendar that separates the days before today.
  ///   - journal: the journal of practice.
  /// - Throws: `JournalError` when the journal can't be read.
  package init(
    _ count: Int, goals: Goals, counted: PracticeDay? = nil, now: WallTime,
    calendar: LocalCalendar, journal: PracticeJournal
  ) throws(JournalError) {
    let today = counted ?? goals.today ?? PracticeDay(at: now, calendar: calendar)
    var day = today.day
    for _ in 1..<max(1, count) { day = day.previous }
    let start = min(calendar.start(of: day), today.start)
    let reading = try journal.records(from: start, to: today.end)
    let date = { (time: WallTime) in
      time >= today.start ? today.day : min(calendar.day(of: time), today.day.previous)
    }
    var exits: [LocalDay: [String]] = [:]
    for time in reading.exits {
      exits[date(time), default: []].append(GateText.clock(time, calendar))
    }
    let totals = Dictionary(grouping: reading.records) { date($0.start) }
      .mapValues { PracticeTotals(of: $0) }
    days = []
    hasOtherDays = try journal.hasRecords(before: start)
    damage = reading.damage
    while day <= today.day {
      let plan = goals.plan(on: day).goals.filter {
        $0.metric == .practiceMinutes && $0.isEnabled && $0.schedule.includes(day)
      }
      days.append(
        Day(
          day: day, totals: totals[day] ?? PracticeTotals(), goal: plan.map(\.target).max(),
          exits: exits[day] ?? []))
      if day == day.next { break }
      day = day.next
    }
  }

  /// The days as text, one line each: a bar, the minutes, the goal, and a mark when it is met.
  package var text: String {
    let longest = max(1, days.map(\.totals.practiceMinutes).max() ?? 1)
    return days.map { day in
      let minutes = day.totals.practiceMinutes
      let whole = Double(day.goal ?? 0) > 0 ? Double(day.goal ?? 1) : longest
      let shown = "\(Int(minutes.rounded(.down)))" + (day.goal.map { " / \($0)" } ?? "")
      let isMet = day.goal.map { minutes >= Double($0) } ?? false
      return "\(PracticeText.weekday(day.day)) \(day.day)  \(GoalBar.bar(minutes / whole))  "
        + "\(shown) \(PracticeText.minutes)" + (isMet ? GoalBar.mark() : "")
        + (day.exits.isEmpty ? "" : "  \(PracticeText.exits(day.exits))") + "\n"
    }.joined()
  }

  /// The days as a picture.
  package var picture: WeekPicture {
    WeekPicture(
      title: PracticeText.title(ofDays: days.count), unit: PracticeText.minutes,
      days: days.map { day in
        WeekPicture.Day(
          // A picture has every character, whatever the terminal has.
          name: GatePhrase.weekday(day.day.weekday).text(in: .ofEnvironment), date: "\(day.day)",
          minutes: day.totals.practiceMinutes, goal: day.goal.map(Double.init))
      })
  }

  /// The days as a JSON document.
  package var json: JSONValue {
    .array(
      days.map { day in
        .object([
          ("date", .text("\(day.day)")), ("practice_min", .number(day.totals.practiceMinutes)),
          ("notes", JSONValue(day.totals.noteCount)),
          ("in_tune_notes", JSONValue(day.totals.inTuneCount)),
          ("goal_min", JSONValue(day.goal)),
          ("emergency_exits", .array(day.exits.map { .text($0) })),
        ])
      })
  }
}
