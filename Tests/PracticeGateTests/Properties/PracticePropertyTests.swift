// SPDX-License-Identifier: MIT

import Foundation
import PracticeGoals
import PracticeTesting
import Testing

@testable import PracticeGate

@Suite("Any history")
struct PracticePropertyTests {
  /// Ten thousand histories of 200 actions, in parts that run side by side.
  static let parts = 0..<20
  static let historiesInPart = 500
  static let length = 200

  private static func seed(_ part: Int, _ index: Int) -> UInt64 {
    20_261_121_000 + UInt64(part * historiesInPart + index)
  }

  /// Returns the invariant that a history breaks, with its seed and its smallest failing part.
  private static func report(
    seed: UInt64, step: PracticeInvariants.Step = PracticeInvariants.reducer
  ) -> (text: String, events: [Timed<PracticeAction>])? {
    let history = RandomHistory(seed: seed, length: length)
    guard let (sentence, count) = PracticeInvariants.violation(in: history, step: step) else {
      return nil
    }
    var part = history
    part.events = Array(history.events.prefix(count))
    part = part.shrunk { PracticeInvariants.violation(in: $0, step: step)?.sentence == sentence }
    let lines = part.events.map { event in
      let uptime = event.uptimeInMilliseconds.map { " (up \($0))" } ?? ""
      return "  \(event.now.milliseconds)\(uptime) \(event.action)"
    }
    let text =
      "seed \(seed) breaks \"\(sentence)\":\n  \(part.start.goals.calendar.identifier) "
      + "from minute \(part.start.goals.calendar.dayStartsAtMinute)\n"
      + lines.joined(separator: "\n")
    return (text, part.events)
  }

  @Test("keeps the contract's invariants after each of its actions", arguments: parts)
  func invariants(part: Int) {
    print(
      "histories of seeds \(Self.seed(part, 0)) to \(Self.seed(part, Self.historiesInPart - 1))")
    for index in 0..<Self.historiesInPart {
      if let report = Self.report(seed: Self.seed(part, index)) {
        Issue.record("\(report.text)")
        return
      }
    }
  }

  @Test(
    "gives the same states and effects each time, and when continued from any snapshot",
    arguments: 0..<40)
  func replay(index: Int) throws {
    let history = RandomHistory(seed: 7000 + UInt64(index), length: Self.length)
    var first = history.start
    var second = history.start
    for (number, event) in history.events.enumerated() {
      // A NaN reading is refused alike each time, but no file can hold it.
      #expect(first.reduce(event) == second.reduce(event), "seed \(7000 + index)")
      if number % 5 == 0 {
        let data = try JSONEncoder().encode(PracticeSnapshot(second))
        second = try JSONDecoder().decode(PracticeSnapshot.self, from: data).restored()
      }
      #expect(first == second, "seed \(7000 + index), event \(number)")
    }
  }

  /// Ticks between two actions do not change the state after the second one. (A tick may cause the
  /// first enforcement, and only a tick sees the unlock of a day that is over before the next
  /// action.)
  @Test("has the same result when ticks are skipped", arguments: 0..<10)
  func skippedTicks(part: Int) {
    for index in 0..<100 {
      let seed = 90_000 + UInt64(part * 100 + index)
      let history = RandomHistory(seed: seed, length: 60)
      var random = SeededGenerator(seed: seed)
      var practice = history.start
      for event in history.events {
        _ = practice.reduce(event)
        // The time that remains of an interrupted unlock depends on when its day is seen again, as
        // for any clock that was set back.
        guard practice.gate.blockOrder != nil, practice.onboarding.step == .done,
          practice.gate.interrupted == nil
        else { continue }
        let gap = Int64.random(in: 0...3 * 86_400_000, using: &random)
        let later = event.now.advanced(byMilliseconds: gap)
        var direct = practice
        _ = direct.reduce(Timed(.tick, now: later))
        var often = practice
        for _ in 0..<3 {
          let between = (often.gate.latest ?? event.now).advanced(byMilliseconds: gap / 4)
          _ = often.reduce(Timed(.tick, now: between))
        }
        _ = often.reduce(Timed(.tick, now: later))
        if let day = direct.goals.today?.day {
          #expect(often.gate.isSpent(day) == direct.gate.isSpent(day), "seed \(seed)")
        }
        often.gate.spentDay = direct.gate.spentDay
        often.gate.formerSpentDays = direct.gate.formerSpentDays
        guard often == direct else {
          Issue.record("seed \(seed): \(practice) in \(gap) ms: \(often), not \(direct)")
          return
        }
      }
    }
  }

  /// Reducers with a deliberate fault: the invariant that it breaks, and the most actions of the
  /// reduced history.
  private static var faults: [(String, Int, PracticeInvariants.Step)] {
    [
      (
        "remaining time never grows", 9,
        { practice, event in
          let effects = practice.reduce(event)
          if case (.refresh, .unlocked(.session(let end))) = (event.action, practice.gate.state) {
            practice.gate.state = .unlocked(.session(until: end.advanced(bySeconds: 60)))
          }
          return effects.filter { $0 != .persist } + [.persist]
        }
      ),
      (
        "a failed fetch never changes orders", 8,
        { practice, event in
          let effects = practice.reduce(event)
          guard case .fetchFailed = event.action, case .unlocked(.session) = practice.gate.state
          else { return effects }
          practice.gate.state = .locked
          let order = BlockOrder(blocked: practice.gate.targets.targets, until: nil)
          return effects.filter { $0 != .persist } + [.enforce(order), .persist]
        }
      ),
      (
        "remaining time never grows", 12,
        { practice, event in
          practice.gate.latest = nil  // A gate that does not see a clock go back.
          return practice.reduce(event)
        }
      ),
      (
        "a change of the order is ordered", 5,
        { practice, event in
          practice.reduce(event).filter { effect in
            if case .enforce = effect { event.action == .startWorkout } else { true }
          }
        }
      ),
    ]
  }

  @Test("with a deliberate fault is found, and reduced to a short one")
  func plantedFaults() throws {
    for (sentence, limit, step) in Self.faults {
      let report = try #require(
        // Another invariant may detect the same fault in an earlier history.
        (0..<500).lazy.compactMap { Self.report(seed: Self.seed(0, $0), step: step) }
          .first { $0.text.contains(sentence) },
        "nothing found for: \(sentence)")
      #expect(report.events.allSatisfy { $0.uptimeInMilliseconds == nil }, "\(report.text)")
      #expect(report.events.count <= limit, "\(report.text)")
    }
  }

  @Test("is reduced to the actions that cause the fault")
  func shrinks() {
    let list = Array(0..<200)
    #expect(shrunk(list) { $0.contains(3) && $0.contains(150) } == [3, 150])
    #expect(shrunk(list) { $0.count >= 7 }.count == 7)
    #expect(shrunk(list) { _ in true } == [])
  }
}
