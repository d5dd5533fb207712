// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("The speed of the reducers")
struct SpeedTests {
  /// The time that this thread has computed, whatever else the machine does.
  private func computed() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private func seconds(of body: () -> Void) -> Double {
    let start = computed()
    body()
    return (computed() - start) / .seconds(1)
  }

  /// The limit is for optimised code.
  ///
  /// Without optimisation the test uses a fiftieth of the ticks, which still shows work that grows.
  @Test(
    "a million ticks are reduced in under a second",
    arguments: [GatePolicy.daily, .session(.standard)])
  func ticks(policy: GatePolicy) throws {
    #if DEBUG
      let count = 20_000
    #else
      let count = 1_000_000
    #endif
    var story = Story(
      "2026-11-21T08:00:00+01:00",
      plan: try GoalPlan([
        .standard(.practiceMinutes), .standard(.steps), .standard(.activeEnergy),
        try PracticeGoal(.timeOfDay, target: 18 * 60),
      ]), policy: policy)
    story.practise(0)
    var practice = story.practice
    var now = story.now
    var effects = 0
    let time = seconds {
      for _ in 0..<count {
        now = now.advanced(bySeconds: 1)
        effects += practice.reduce(Timed(.tick, now: now)).count
      }
    }
    print("\(count) ticks, \(policy): \(time) s")
    #expect(effects > 0 || count < 86_400)
    #expect(practice.goals.today?.day == LocalCalendar.berlin.day(of: now))
    #expect(time < 1)
  }
}
