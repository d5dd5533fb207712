// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("The session policy")
struct SessionPolicyTests {
  private let target = "domain:youtube.com"

  private func morning(_ terms: SessionTerms = .standard) -> Story {
    Story("2026-11-21T08:00:00+01:00", policy: .session(terms))
  }

  @Test("locks as soon as the onboarding is done, without waiting for data")
  func locks() {
    var story = Story(
      "2026-11-21T08:00:00+01:00", policy: .session(.standard), isOnboarded: false)
    for step in [Onboarding.Action.proceed, .dataAuthorized] {
      #expect(blockOrders(story.tell(.onboarding(step))).isEmpty)
      #expect(story.blocked.isEmpty)
    }
    let effects = story.tell(.onboarding(.blockerAuthorized))
    #expect(blockOrders(effects).map(\.blocked) == [targets(target).targets])
    #expect(story.blocked == [target])
  }

  @Test("five counted minutes unlock for fifteen, then grace, then locked")
  func cycle() {
    var story = morning()
    story.practise(3)
    let effects = story.tell(.startWorkout)
    #expect(effects.contains { if case .fetch(.practiceMinutes, _) = $0 { true } else { false } })
    story.practise(3)
    #expect(story.practice.gate.workoutProgress(at: story.now) == PracticeProgress.none)
    story.practise(5.5, after: 200)
    #expect(story.practice.gate.workoutProgress(at: story.now)?.value == 0.5)
    story.practise(8, after: 200)
    #expect(story.accessible == [target])
    #expect(story.practice.gate.unlockTimeRemaining(at: story.now) == 900)
    story.tell(.tick, after: 900)
    #expect(story.blocked == [target])
    #expect(story.practice.gate.graceRemaining(at: story.now) == 30)
    story.tell(.tick, after: 30)
    #expect(story.state == .locked)
  }

  @Test("minutes in three hundred parts complete a workout as one part does")
  func manyParts() {
    for parts in [1, 3, 7, 300, 30_000] {
      var story = morning()
      story.practise(12.34)
      story.tell(.startWorkout)
      story.practise(12.34)
      for part in 1...parts { story.practise(12.34 + 5 * Double(part) / Double(parts)) }
      #expect(story.accessible == [target], "\(parts) parts")
    }
  }

  @Test("practice from before the workout does not count towards it")
  func noCredit() {
    var story = morning()
    story.tell(.startWorkout)
    story.practise(60, after: 1)
    #expect(story.state == .earning(progress: .none))
    story.practise(62.5, after: 150)
    #expect(story.practice.gate.workoutProgress(at: story.now)?.value == 0.5)
  }

  @Test("a total that falls and recovers is not counted twice")
  func fallingTotals() {
    var story = morning()
    story.practise(0)
    story.tell(.startWorkout)
    for minutes in [0, 2, 1, 2, 0, 2] as [Double] { story.practise(minutes, after: 10) }
    #expect(story.practice.gate.workoutProgress(at: story.now)?.value == 0.4)
  }

  @Test("a workout across midnight counts the minutes of both days")
  func midnight() {
    var story = Story("2026-11-21T23:50:00+01:00", policy: .session(.standard))
    story.practise(100)
    story.tell(.startWorkout)
    story.practise(100)
    story.practise(102, after: 300)
    story.practise(2, after: 600)
    #expect(story.practice.gate.workoutProgress(at: story.now)?.value == 0.8)
    story.practise(3, after: 60)
    #expect(story.accessible == [target])
  }

  @Test("a cancelled workout starts again from 0, and its minutes still count for the day")
  func cancel() {
    var story = morning()
    story.practise(0)
    story.tell(.startWorkout)
    story.practise(0)
    story.practise(4, after: 240)
    story.tell(.cancelWorkout)
    #expect(story.state == .locked)
    #expect(story.practice.goals.amounts[.practiceMinutes] == 4)
    story.tell(.startWorkout)
    story.practise(4)
    story.practise(5, after: 60)
    #expect(story.practice.gate.workoutProgress(at: story.now)?.value == 0.2)
  }

  @Test("locking by hand forfeits the rest of the unlock, and requires a new workout")
  func forfeit() {
    var story = morning()
    story.tell(.startWorkout)
    story.practise(0)
    story.practise(5, after: 300)
    story.tell(.lockNow, after: 60)
    #expect(story.state == .locked && story.blocked == [target])
    story.practise(30, after: 60)
    #expect(story.blocked == [target])
  }

  @Test("neither goals nor midnight change the state")
  func goals() {
    var story = morning()
    story.practise(120)
    #expect(story.state == .locked)
    story.tell(.tick, after: 86_400)
    #expect(story.state == .locked)
  }

  @Test("a time-zone change in the middle of an unlock changes nothing")
  func zoneChange() {
    var story = morning()
    story.tell(.startWorkout)
    story.practise(0)
    story.practise(5, after: 300)
    let before = story.practice.gate
    for zone in [LocalCalendar.hours(14), .hours(-12), .utc] {
      let effects = story.tell(.calendarChanged(zone))
      #expect(blockOrders(effects).isEmpty)
      #expect(story.practice.gate == before)
    }
    story.tell(.tick, after: 899)
    #expect(story.accessible == [target])
    story.tell(.tick, after: 1)
    #expect(story.blocked == [target])
  }

  @Test("a workout after a large clock setback counts from the next total of the source")
  func clockBack() {
    var story = morning()
    story.tell(.startWorkout)
    story.practise(0)
    story.tell(.tick, after: -30 * 86_400)
    story.practise(50)
    #expect(story.state == .earning(progress: .none))
    story.practise(51, after: 60)
    #expect(story.practice.gate.workoutProgress(at: story.now)?.value == 0.2)
  }
}
