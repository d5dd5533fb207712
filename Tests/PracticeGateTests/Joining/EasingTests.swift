// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("Changes that open the gate, or make a day easier")
struct EasingTests {
  private let midnight = moment("2026-11-22T00:00:00+01:00")

  private func story(_ policy: GatePolicy = .daily) -> Story {
    var story = Story(
      "2026-11-21T08:00:00+01:00", policy: policy,
      targets: TargetList(
        ["domain:a", "domain:b"].compactMap { TargetID(rawValue: $0) }))
    story.practise(0)
    return story
  }

  private func exit(_ story: inout Story, after seconds: Int = 0) -> [PracticeEffect] {
    story.tell(.exitTaken(at: story.now, day: date("2026-11-21")), after: seconds)
  }

  @Test("an addition does not report again that a removal waits")
  func addition() {
    var story = story()
    let isNotice = { (effect: PracticeEffect) in
      if case .reportGate(.removalWaits) = effect { true } else { false }
    }
    #expect(story.tell(.removeTargets(["domain:a"])).contains(where: isNotice))
    #expect(!story.tell(.addTargets(["domain:c"])).contains(where: isNotice))
    #expect(story.practice.chosenTargets.targets.map(\.rawValue) == ["domain:b", "domain:c"])
  }

  @Test("a removal waits until midnight, and an addition does not")
  func removal() {
    var story = story()
    let effects = story.tell(.setTargets(["domain:b", "domain:c"]))
    #expect(story.blocked == ["domain:a", "domain:b", "domain:c"])
    let removed = story.practice.gate.targets.targets.prefix(1)
    #expect(
      effects.contains(.reportGate(.removalWaits(Array(removed), until: date("2026-11-22")))))
    #expect(story.practice.chosenTargets.targets.map(\.rawValue) == ["domain:b", "domain:c"])
    #expect(effects.contains(.persist))
    story.tell(.tick, at: "2026-11-21T23:59:59+01:00")
    #expect(story.blocked.count == 3)
    let next = story.tell(.tick, at: "2026-11-22T00:00:00+01:00")
    #expect(story.blocked == ["domain:b", "domain:c"])
    #expect(
      blockOrders(next) == [
        BlockOrder(blocked: story.practice.gate.targets.targets, until: nil)
      ])
    #expect(story.practice.deferredTargets == nil)
  }

  @Test("a target that is named again stays")
  func namedAgain() {
    var story = story()
    story.tell(.setTargets(["domain:b"]))
    story.tell(.setTargets(["domain:b", "domain:a"]))
    #expect(story.practice.deferredTargets == nil)
    story.tell(.tick, at: "2026-11-22T00:00:00+01:00")
    #expect(Set(story.blocked) == ["domain:a", "domain:b"])
  }

  @Test("additions and removals change the targets at that moment, whatever was read before")
  func relative() {
    var story = story()
    story.tell(.addTargets(["domain:c", "domain:a"]))
    story.tell(.addTargets(["domain:d"]))
    #expect(story.blocked == ["domain:a", "domain:b", "domain:c", "domain:d"])
    #expect(story.practice.deferredTargets == nil)
    story.tell(.removeTargets(["domain:a"]))
    story.tell(.removeTargets(["domain:c", "domain:x"]))
    story.tell(.addTargets(["domain:e"]))
    #expect(
      story.practice.chosenTargets.targets.map(\.rawValue) == ["domain:b", "domain:d", "domain:e"])
    #expect(story.blocked == ["domain:a", "domain:b", "domain:c", "domain:d", "domain:e"])
    story.tell(.addTargets(["domain:a", "domain:c"]))
    #expect(story.practice.deferredTargets == nil)
  }

  @Test("a removal is immediate once the goals are met, and not after an emergency exit")
  func removalWhenOpen() {
    var met = story()
    met.practise(20)
    met.tell(.setTargets(["domain:b"]))
    #expect(met.accessible == ["domain:b"])
    var left = story()
    _ = exit(&left)
    left.tell(.setTargets(["domain:b"]))
    #expect(left.accessible == ["domain:a", "domain:b"])
    #expect(left.practice.deferredTargets != nil)
    var session = story(.session(.standard))
    session.tell(.startWorkout)
    session.practise(0, after: 1)
    session.practise(5, after: 300)
    session.tell(.setTargets(["domain:b"]))
    #expect(session.accessible == ["domain:a", "domain:b"])
  }

  @Test("a removal on a day whose goals can't open the gate does not recommend to meet them")
  func removalOnSpentDay() {
    let waits = GateDiagnostic.removalWaits(
      ["domain:a"].compactMap { TargetID(rawValue: $0) }, until: date("2026-11-22"))
    let waitsForDay = GateDiagnostic.removalWaitsForDay(
      ["domain:a"].compactMap { TargetID(rawValue: $0) }, until: date("2026-11-22"))
    var open = story()
    #expect(open.tell(.setTargets(["domain:b"])).contains(.reportGate(waits)))
    // The exit is no unlock by the goals, so its lock forfeits nothing.
    var left = story()
    _ = exit(&left)
    left.tell(.lockNow, after: 10)
    #expect(left.tell(.setTargets(["domain:b"])).contains(.reportGate(waits)))
    var locked = story()
    locked.practise(20)
    locked.tell(.lockNow, after: 60)
    #expect(locked.tell(.setTargets(["domain:b"])).contains(.reportGate(waitsForDay)))
    #expect(locked.blocked == ["domain:a", "domain:b"])
    #expect(
      !locked.tell(.addTargets(["domain:c"])).contains {
        if case .reportGate(.removalWaitsForDay) = $0 { true } else { false }
      })
    var session = story(.session(.standard))
    session.tell(.tick)
    #expect(session.tell(.setTargets(["domain:b"])).contains(.reportGate(waitsForDay)))
  }

  @Test("before the onboarding is done, targets and goals change at once")
  func beforeTheStart() throws {
    var story = Story("2026-11-21T08:00:00+01:00", policy: .daily, isOnboarded: false)
    story.practise(0)
    story.tell(.setTargets([]))
    #expect(story.practice.gate.targets == .empty && story.practice.deferredTargets == nil)
    story.tell(.edit(.set(try PracticeGoal(.practiceMinutes, target: 5))))
    #expect(story.practice.goals.plan.goals.map(\.target) == [5])
    #expect(story.practice.goals.deferredEdits.isEmpty)
    story.tell(.exitTaken(at: story.now, day: date("2026-11-21")))
    #expect(story.practice.lastExit == nil && story.state == .unlocked(.notEnforced))
  }

  @Test("the emergency exit opens until midnight, whatever the goals and the policy")
  func exitOpens() {
    for policy in [GatePolicy.daily, .session(.standard)] {
      var story = story(policy)
      story.tell(.tick)
      #expect(!story.blocked.isEmpty)
      let effects = exit(&story)
      #expect(story.state == .unlocked(.exit(date("2026-11-21"), until: midnight)))
      #expect(blockOrders(effects) == [BlockOrder(blocked: [], until: midnight)])
      #expect(effects.contains(.persist))
      story.practise(1, after: 60)
      #expect(story.blocked.isEmpty)
      story.tell(.tick, at: "2026-11-22T00:00:00+01:00")
      #expect(story.state == .locked)
      // The exit of yesterday does not open today.
      story.tell(.exitTaken(at: midnight, day: date("2026-11-21")))
      #expect(story.state == .locked)
    }
  }

  @Test("a lock closes all exits of a day, however many the journal has")
  func manyExits() throws {
    var story = story()
    let day = date("2026-11-21")
    let times = (0..<200).map { story.now.advanced(bySeconds: $0) }
    for time in times { story.tell(.exitTaken(at: time, day: day)) }
    story.tell(.lockNow, after: 300)
    #expect(!story.blocked.isEmpty)
    // Each reading of the journal reports all of them.
    for time in times { story.tell(.exitTaken(at: time, day: day)) }
    #expect(!story.blocked.isEmpty)
    #expect(story.practice.lastExit == times.last)
    // Of other days, only some stay.
    story.practise(0, after: 86_400)
    story.tell(.exitTaken(at: story.now, day: day.next))
    let stored = String(decoding: try JSONEncoder().encode(story.practice), as: UTF8.self)
    #expect(stored.matches(of: /"isClosed"/).count == 65)
    #expect(story.practice.lastExit == story.now)
  }

  @Test("a lock closes the exit; only a new exit, or the goals, open the gate again")
  func exitCloses() {
    var story = story()
    _ = exit(&story)
    let first = story.now
    story.tell(.lockNow, after: 10)
    #expect(story.state == .locked)
    story.tell(.exitTaken(at: first, day: date("2026-11-21")), after: 10)
    #expect(story.state == .locked)
    _ = exit(&story)
    #expect(story.blocked.isEmpty)
    story.tell(.lockNow, after: 10)
    story.practise(20, after: 10)
    #expect(story.state == .unlocked(.day(date("2026-11-21"), until: midnight)))
  }

  @Test("goals that are met after an exit take its place")
  func goalsAfterExit() {
    var story = story()
    _ = exit(&story)
    story.practise(20, after: 60)
    #expect(story.state == .unlocked(.day(date("2026-11-21"), until: midnight)))
  }

  @Test("a clock that is set back does not lengthen the exit")
  func clockBack() {
    var story = story()
    _ = exit(&story)
    story.tell(.tick, after: -3600)
    #expect(
      story.state
        == .unlocked(.exit(date("2026-11-21"), until: midnight.advanced(bySeconds: -3600))))
  }

  @Test("a state that an earlier version stored has no exit and no deferred removal")
  func earlierState() throws {
    let story = story()
    let snapshot = try PracticeSnapshot(story.practice).restored()
    #expect(snapshot.lastExit == nil && snapshot.deferredTargets == nil)
  }
}
