// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("A clock that was set back")
struct ClockBackTests {
  private let target = "domain:youtube.com"
  private let saturday = date("2026-11-21")

  private func noon() -> Story {
    var story = Story("2026-11-21T12:00:00+01:00", policy: .daily)
    story.practise(0)
    return story
  }

  /// The start of the practice that the effects request; `nil` without a request.
  private func start(_ effects: [PracticeEffect]) -> WallTime? {
    effects.lazy.compactMap { effect in
      if case .fetch(.practiceMinutes, let day) = effect { day.start } else { nil }
    }.first
  }

  // MARK: - Practice

  @Test("to the day before: practice of that date counts for the open day, and opens the gate")
  func practice() {
    var story = noon()
    let effects = story.tell(.tick, at: "2026-11-20T17:50:00+01:00")
    #expect(start(effects) == moment("2026-11-20T00:00:00+01:00"))
    #expect(story.tell(.tick, after: 1).isEmpty, "it is read once")
    story.practise(25)
    #expect(story.accessible == [target])
    // When the open day really begins, it has no practice yet.
    let midnight = story.tell(.tick, at: "2026-11-21T00:00:00+01:00")
    #expect(start(midnight) == moment("2026-11-21T00:00:00+01:00"))
    story.practise(0)
    #expect(story.blocked == [target])
    story.practise(20, after: 3600)
    #expect(story.accessible == [target])
  }

  @Test("practice of a date that opened the gate does not count for the next day as well")
  func practiceCountsOnce() {
    var story = noon()
    story.practise(20)
    story.practise(0, after: 86_400)
    #expect(story.blocked == [target])
    let effects = story.tell(.refresh, at: "2026-11-21T13:00:00+01:00")
    #expect(story.practice.goals.today?.day == saturday.next)
    #expect(start(effects) == moment("2026-11-22T00:00:00+01:00"))
  }

  @Test("a workout of the session policy does not get the practice of the earlier date")
  func workout() {
    var story = Story("2026-11-21T12:00:00+01:00", policy: .session(.standard))
    story.practise(0)
    story.tell(.startWorkout)
    story.practise(1)
    story.tell(.tick, at: "2026-11-20T12:00:00+01:00")
    story.practise(30)
    #expect(story.blocked == [target])
    story.practise(35, after: 300)
    #expect(story.accessible == [target])
  }

  // MARK: - The unlock

  @Test("to the week before: neither a forfeited unlock nor an ended one is given again")
  func spent() {
    var forfeited = noon()
    forfeited.practise(20)
    forfeited.tell(.lockNow, after: 60)
    forfeited.tell(.tick, at: "2026-11-12T18:00:00+01:00")
    forfeited.tell(.tick, at: "2026-11-21T18:05:00+01:00")
    forfeited.practise(20)
    #expect(forfeited.practice.goals.today?.day == saturday)
    #expect(forfeited.blocked == [target])
    // Used up on Saturday, and the next days had unlocks too.
    var ended = noon()
    ended.practise(20)
    for _ in 0..<4 { ended.practise(20, after: 86_400) }
    ended.tell(.tick, at: "2026-11-21T10:00:00+01:00")
    ended.practise(25)
    #expect(ended.practice.goals.today?.day == saturday)
    #expect(ended.blocked == [target])
    // A date before all of them had none.
    ended.tell(.tick, at: "2026-11-14T10:00:00+01:00")
    ended.practise(25)
    #expect(ended.accessible == [target])
  }

  @Test("a wrong date in the future spends no other date")
  func future() {
    var story = noon()
    story.tell(.tick, at: "2030-01-01T10:00:00+01:00")
    story.practise(20)
    #expect(story.accessible == [target])
    story.tell(.tick, at: "2026-11-21T12:05:00+01:00")
    story.practise(20)
    #expect(story.accessible == [target])
  }

  @Test("to another year for a moment: the unlock of the day continues, and gains no time")
  func interrupted() {
    var story = noon()
    story.practise(20)
    story.tell(.tick, at: "2000-01-01T00:00:00+01:00")
    #expect(story.blocked == [target], "the earlier date starts with no practice")
    story.tell(.tick, at: "2026-11-21T12:05:00+01:00")
    story.practise(20)
    #expect(story.practice.gate.unlockTimeRemaining(at: story.now) == 11 * 3600 + 55 * 60)
    // Through another year to the morning: twelve hours less five minutes stay.
    story.tell(.tick, at: "2000-01-01T00:00:00+01:00")
    story.tell(.tick, at: "2026-11-21T00:10:00+01:00")
    story.practise(20)
    #expect(story.practice.gate.unlockTimeRemaining(at: story.now) == 11 * 3600 + 55 * 60)
    story.tell(.tick, at: "2026-11-21T12:05:00+01:00")
    #expect(story.blocked == [target])
  }

  // MARK: - The emergency exit

  @Test("an exit that has an earlier time than the last one opens the gate as well")
  func earlierExit() {
    var story = noon()
    let first = story.now
    story.tell(.exitTaken(at: first, day: saturday))
    story.tell(.lockNow, after: 60)
    story.tell(.tick, after: -3600)
    #expect(story.blocked == [target])
    story.tell(.exitTaken(at: story.now, day: saturday))
    #expect(story.accessible == [target])
    // The journal reports both each time.
    story.tell(.lockNow, after: 60)
    story.tell(.exitTaken(at: first, day: saturday))
    story.tell(.exitTaken(at: first.advanced(bySeconds: -3540), day: saturday))
    #expect(story.blocked == [target])
  }

  @Test(
    "an exit holds until midnight when the clock goes to another date and returns",
    arguments: ["2000-01-01T00:00:00+01:00", "2026-11-20T12:00:00+01:00", "2031-05-05T05:00:00Z"])
  func exitReturns(other: String) {
    var story = noon()
    let exit = PracticeAction.exitTaken(at: story.now, day: saturday)
    story.tell(exit)
    story.tell(.tick, at: other)
    story.tell(.tick, at: "2026-11-21T12:05:00+01:00")
    story.tell(exit)
    let midnight = moment("2026-11-22T00:00:00+01:00")
    #expect(story.state == .unlocked(.exit(saturday, until: midnight)))
  }

  @Test("a lock closes an exit for good, also when the day begins again")
  func closedExit() {
    var story = noon()
    let exit = PracticeAction.exitTaken(at: story.now, day: saturday)
    story.tell(exit)
    story.practise(20)
    story.tell(.lockNow, after: 60)
    story.tell(.tick, at: "2000-01-01T00:00:00+01:00")
    story.tell(.tick, at: "2026-11-21T12:05:00+01:00")
    story.tell(exit)
    #expect(story.blocked == [target])
  }

  @Test("an exit of the day before opens no other day, and one of the earlier date ends with it")
  func exitOfEarlierDate() {
    var story = noon()
    let old = story.now
    story.tell(.exitTaken(at: old, day: saturday))
    story.practise(0, after: 86_400)
    story.tell(.tick, at: "2026-11-21T20:00:00+01:00")
    story.tell(.exitTaken(at: old, day: saturday.next))
    #expect(story.blocked == [target])
    story.tell(.exitTaken(at: story.now, day: saturday.next))
    let midnight = moment("2026-11-22T00:00:00+01:00")
    #expect(story.state == .unlocked(.exit(saturday.next, until: midnight)))
  }
}
