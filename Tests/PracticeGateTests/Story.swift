// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting

/// A practice gate in Berlin that receives a sequence of actions.
struct Story {
  private(set) var practice: Practice
  private(set) var now: WallTime

  /// Begins at a time, with the onboarding complete unless the test is about it.
  init(
    _ text: String, plan: GoalPlan = .standard, policy: GatePolicy,
    targets: TargetList = TargetList([TargetID(rawValue: "domain:youtube.com")].compactMap { $0 }),
    isOnboarded: Bool = true
  ) {
    practice = Practice(plan: plan, calendar: .berlin, targets: targets, policy: policy)
    now = moment(text)
    let way: [Onboarding.Action] = [.proceed, .dataAuthorized, .blockerAuthorized]
    if isOnboarded { for step in way { tell(.onboarding(step)) } }
  }

  /// Passes an action at the present moment.
  @discardableResult mutating func tell(_ action: PracticeAction) -> [PracticeEffect] {
    practice.reduce(Timed(action, now: now))
  }

  /// Passes an action so many seconds later.
  @discardableResult mutating func tell(
    _ action: PracticeAction, after seconds: Int
  ) -> [PracticeEffect] {
    now = now.advanced(bySeconds: seconds)
    return tell(action)
  }

  /// Passes an action at another moment, later or not.
  @discardableResult mutating func tell(
    _ action: PracticeAction, at text: String
  ) -> [PracticeEffect] {
    now = moment(text)
    return tell(action)
  }

  /// Tells the total of the open day's practice.
  @discardableResult mutating func practise(_ minutes: Double, after seconds: Int = 0)
    -> [PracticeEffect]
  {
    now = now.advanced(bySeconds: seconds)
    tell(.tick)
    guard let today = practice.goals.today else { return [] }
    return tell(.measured(.practiceMinutes, amount: minutes, day: today.day))
  }

  var blocked: [String] { practice.gate.blockedTargets(at: now).map(\.rawValue) }
  var accessible: [String] { practice.gate.accessibleTargets(at: now).map(\.rawValue) }
  var state: GateState { practice.gate.state(at: now) }
}

/// The block orders among effects, in sequence.
func blockOrders(_ effects: [PracticeEffect]) -> [BlockOrder] {
  effects.compactMap { if case .enforce(let order) = $0 { order } else { nil } }
}
