// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("Goals and gate together")
struct PracticeTests {
  private let target = "domain:youtube.com"
  private let saturday = date("2026-11-21")

  private func story(_ policy: GatePolicy = .daily, isOnboarded: Bool = true) -> Story {
    Story("2026-11-21T08:00:00+01:00", policy: policy, isOnboarded: isOnboarded)
  }

  @Test("before the onboarding is complete nothing is enforced")
  func onboarding() {
    for policy in [GatePolicy.daily, .session(.standard)] {
      var story = story(policy, isOnboarded: false)
      let actions: [PracticeAction] = [
        .started, .tick, .measured(.practiceMinutes, amount: 0, day: saturday), .startWorkout,
        .lockNow, .cancelWorkout, .refresh, .setTargets([target, "app:game"]),
        .onboarding(.proceed), .onboarding(.dataAuthorized),
        .onboarding(.blockerRefused(.authorizationFailed)),
      ]
      for action in actions {
        #expect(blockOrders(story.tell(action, after: 1)).isEmpty)
        #expect(story.blocked.isEmpty)
      }
      let effects = story.tell(.onboarding(.blockerAuthorized))
      #expect(blockOrders(effects).count == 1)
      #expect(story.blocked == [target, "app:game"])
    }
  }

  @Test("the requests of the onboarding become effects")
  func requests() {
    var story = story(isOnboarded: false)
    story.tell(.onboarding(.proceed))
    #expect(
      story.tell(.onboarding(.proceed)).contains(.onboarding(.requestDataAuthorization)))
    story.tell(.onboarding(.dataAuthorized))
    #expect(
      story.tell(.onboarding(.proceed)).contains(.onboarding(.requestBlockerAuthorization)))
  }

  @Test(
    "unreadable data change neither state nor orders, in an open and in a closed gate",
    arguments: [GatePolicy.daily, .session(.standard)])
  func failSafe(policy: GatePolicy) {
    for minutes in [nil, 3, 20] as [Double?] {
      var story = story(policy)
      if let minutes { story.practise(minutes) }
      let before = story.practice.gate
      for error in [
        PracticeDataError.notAvailable, .authorizationDenied, .queryFailed(description: "torn"),
      ] {
        let effects = story.tell(.fetchFailed(.practiceMinutes, error))
        #expect(blockOrders(effects).isEmpty)
        #expect(story.practice.gate == before)
        #expect(story.practice.goals.failures.map(\.error) == [error])
      }
      let retry = story.tell(.refresh)
      #expect(retry.contains { if case .fetch(.practiceMinutes, _) = $0 { true } else { false } })
    }
  }

  @Test("a start reads all data and sends all orders again, even without a change")
  func started() {
    var story = story()
    story.practise(5)
    for _ in 0..<2 {
      let effects = story.tell(.started, after: 1)
      #expect(blockOrders(effects).map(\.blocked) == [targets(target).targets])
      #expect(
        effects.count { if case .fetch(.practiceMinutes, _) = $0 { true } else { false } } == 1)
      #expect(blockOrders(story.tell(.tick, after: 1)).isEmpty)
    }
  }

  @Test("a blocker that fails is shown, and tried again on a refresh, until it succeeds")
  func blocker() {
    var story = story()
    story.practise(5)
    let before = story.practice.gate
    story.tell(.orderFailed(.updateFailed(description: "read-only")))
    #expect(story.practice.blockFailure == .updateFailed(description: "read-only"))
    #expect(story.practice.gate == before)
    #expect(blockOrders(story.tell(.refresh)).count == 1)
    story.tell(.orderEnforced)
    #expect(story.practice.blockFailure == nil)
    #expect(blockOrders(story.tell(.refresh)).isEmpty)
  }

  @Test("other targets are enforced at once, in their order, each once")
  func newTargets() {
    var story = story(.session(.standard))
    let effects = story.tell(.setTargets(["app:b", "domain:a", "app:b"]))
    #expect(
      blockOrders(effects) == [
        BlockOrder(
          blocked: targets("domain:youtube.com", "app:b", "domain:a").targets, until: nil)
      ])
    #expect(effects.contains(.reportGate(.namesRepeated(targets("app:b").targets))))
    #expect(blockOrders(story.tell(.setTargets([]))).isEmpty)
    let none = story.tell(.tick, after: 86_400)
    #expect(blockOrders(none) == [BlockOrder(blocked: [], until: nil)])
    #expect(story.practice.presentation(at: story.now) == .locked(blocked: []))
  }

  @Test("is stored when something has changed, and not every second")
  func persists() {
    var story = story(.session(.standard))
    #expect(!story.tell(.tick, after: 1).contains(.persist))
    #expect(story.tell(.startWorkout, after: 1).contains(.persist))
    #expect(!story.tell(.startWorkout, after: 1).contains(.persist))
    #expect(story.practise(0, after: 1).contains(.persist))
    #expect(story.practise(1, after: 1).contains(.persist))
  }

  @Test("every order agrees with the gate's state, and an action sends at most one")
  func oneOrder() throws {
    // Saturday and Sunday are free: at midnight one unlock ends and the next begins.
    var story = Story(
      "2026-11-21T08:00:00+01:00",
      plan: try GoalPlan([
        try PracticeGoal(.practiceMinutes, schedule: .weekdays(Weekdays(.monday)))
      ]), policy: .daily)
    let effects = story.tell(.tick, at: "2026-11-22T00:00:00+01:00")
    #expect(
      blockOrders(effects)
        == [BlockOrder(blocked: [], until: moment("2026-11-23T00:00:00+01:00"))])
  }

  @Test("the presentation follows the cycle")
  func presentations() {
    var story = story(.session(.standard))
    let list = targets(target).targets
    #expect(story.practice.presentation(at: story.now) == .locked(blocked: list))
    story.tell(.startWorkout)
    story.practise(0)
    story.practise(2, after: 120)
    #expect(
      story.practice.presentation(at: story.now) == .earning(blocked: list, progress: .made(0.4)))
    story.practise(5, after: 180)
    #expect(
      story.practice.presentation(at: story.now)
        == .unlocked(accessible: list, secondsRemaining: 900))
    story.tell(.tick, after: 910)
    #expect(
      story.practice.presentation(at: story.now)
        == .expired(blocked: list, graceSecondsRemaining: 20))
  }
}
