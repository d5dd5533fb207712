// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals

/// A million seconds of the gate: eleven days and a half.
enum TickTiming {
  /// The time of a million ticks, with three goals and a target.
  static func measure(in directory: String) throws -> Figure {
    let start = WallTime(seconds: 1_795_262_400)
    let plan = try GoalPlan([
      .standard(.practiceMinutes), .standard(.steps), .standard(.activeEnergy),
    ])
    var practice = Practice(plan: plan, calendar: .utc)
    let beginning: [PracticeAction] = [
      .setTargets(["domain:youtube.com"]), .started, .onboarding(.proceed),
      .onboarding(.dataAuthorized), .onboarding(.blockerAuthorized),
    ]
    for action in beginning { _ = practice.reduce(Timed(action, now: start)) }
    var effects = 0
    let best = milliseconds(of: 1) { _ in
      for second in 1...1_000_000 {
        effects += practice.reduce(Timed(.tick, now: start.advanced(bySeconds: second))).count
      }
    }
    return Figure(
      name: "a million ticks reduced, \(effects) effects", value: best, limit: 1000, unit: "ms",
      holds: effects > 0)
  }
}
