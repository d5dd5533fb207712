// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("The gate over time")
struct GateTimeTests {
  private let start = moment("2026-11-21T12:00:00Z")

  private func after(_ seconds: Double) -> WallTime {
    start.advanced(byMilliseconds: Int64(seconds * 1000))
  }

  /// Unlocked at noon for 900 s, with 30 s of grace.
  private func unlocked(_ policy: GatePolicy = .session(.standard)) -> Gate {
    var gate = Gate(
      targets: targets("domain:a"), policy: .session(.standard), state: .earning(progress: .none))
    _ = gate.reduce(Timed(.recordProgress(1), now: start))
    _ = gate.reduce(Timed(.setPolicy(policy), now: start))
    return gate
  }

  /// A letter for the state, and what is left of unlock and grace.
  private func facts(_ gate: Gate, _ now: WallTime) -> (String, Int?, Int?) {
    let state =
      switch gate.state(at: now) {
      case .locked: "locked"
      case .earning: "earning"
      case .unlocked: "unlocked"
      case .expired: "expired"
      }
    return (state, gate.unlockTimeRemaining(at: now), gate.graceRemaining(at: now))
  }

  private static let late: [(Double, String, Int?, Int?)] = [
    (0, "unlocked", 900, nil), (0.001, "unlocked", 900, nil), (1, "unlocked", 899, nil),
    (720, "unlocked", 180, nil), (899, "unlocked", 1, nil), (899.999, "unlocked", 1, nil),
    (900, "expired", nil, 30), (900.001, "expired", nil, 30), (901, "expired", nil, 29),
    (929.999, "expired", nil, 1), (930, "locked", nil, nil), (931, "locked", nil, nil),
    (86_400, "locked", nil, nil), (366 * 86_400, "locked", nil, nil),
  ]

  @Test("a late tick leads to the state that belongs to its time", arguments: late)
  func lateTicks(row: (seconds: Double, state: String, unlock: Int?, grace: Int?)) {
    var gate = unlocked()
    let now = after(row.seconds)
    #expect(facts(gate, now) == (row.state, row.unlock, row.grace), "read without a tick")
    _ = gate.reduce(Timed(.tick, now: now))
    #expect(facts(gate, now) == (row.state, row.unlock, row.grace), "read after one tick")
    var ticked = unlocked()
    for second in 0..<Int(min(row.seconds, 2000)) {
      _ = ticked.reduce(Timed(.tick, now: after(Double(second))))
    }
    _ = ticked.reduce(Timed(.tick, now: now))
    #expect(ticked == gate, "ticked once a second")
  }

  @Test("targets are blocked during the grace period, which may have length 0")
  func grace() {
    var gate = unlocked()
    _ = gate.reduce(Timed(.tick, now: after(905)))
    #expect(gate.blockedTargets(at: after(905)) == targets("domain:a").targets)
    #expect(gate.accessibleTargets(at: after(905)).isEmpty)
    _ = gate.reduce(Timed(.startWorkout, now: after(910)))
    #expect(gate.workoutProgress(at: after(910)) == PracticeProgress.none)
    let strict = unlocked(.session(.made(graceSeconds: 0)))
    #expect(facts(strict, after(900)) == ("locked", nil, nil))
  }

  @Test("the first action after a long sleep acts on the state that belongs to its time")
  func actionsAfterSleep() {
    var gate = unlocked()
    #expect(
      gate.reduce(Timed(.lockNow, now: after(5000))).contains(.report(.nothingToForfeit(.locked))))
    var other = unlocked()
    _ = other.reduce(Timed(.startWorkout, now: after(910)))
    #expect(other.state == .earning(progress: .none))
  }

  @Test("each change sends an order, with the end of the unlock")
  func orders() {
    var gate = Gate(
      targets: targets("domain:a"), policy: .session(.standard), state: .earning(progress: .none))
    #expect(
      gate.reduce(Timed(.recordProgress(1), now: start))
        == [.enforce(BlockOrder(blocked: [], until: after(900)))])
    #expect(gate.reduce(Timed(.tick, now: after(899))) == [])
    #expect(
      gate.reduce(Timed(.tick, now: after(900)))
        == [.enforce(BlockOrder(blocked: targets("domain:a").targets, until: nil))])
    #expect(gate.reduce(Timed(.tick, now: after(930))) == [])
  }

  @Test("a clock set back by a day leaves the remaining time unchanged")
  func dayBack() {
    var gate = unlocked()
    _ = gate.reduce(Timed(.tick, now: after(100)))
    let back = after(100 - 86_400)
    #expect(gate.unlockTimeRemaining(at: back) == 800, "read before the tick")
    let effects = gate.reduce(Timed(.tick, now: back))
    #expect(effects.first == .report(.clockWentBack(milliseconds: 86_400_000)))
    #expect(facts(gate, back) == ("unlocked", 800, nil))
    #expect(facts(gate, back.advanced(bySeconds: 799)) == ("unlocked", 1, nil))
    #expect(facts(gate, back.advanced(bySeconds: 800)) == ("expired", nil, 30))
    #expect(facts(gate, back.advanced(bySeconds: 830)) == ("locked", nil, nil))
  }

  @Test("a clock set back by a day does not lengthen the grace period")
  func graceBack() {
    var gate = unlocked()
    _ = gate.reduce(Timed(.tick, now: after(910)))
    _ = gate.reduce(Timed(.tick, now: after(-50_000)))
    #expect(facts(gate, after(-50_000)) == ("expired", nil, 20))
    #expect(facts(gate, after(-49_980)) == ("locked", nil, nil))
  }

  @Test("a clock set forward by a year locks, and setting it back does not unlock")
  func yearForward() {
    var gate = unlocked()
    _ = gate.reduce(Timed(.tick, now: after(365 * 86_400)))
    #expect(gate.state == .locked)
    _ = gate.reduce(Timed(.tick, now: after(10)))
    #expect(facts(gate, after(10)) == ("locked", nil, nil))
    #expect(gate.accessibleTargets(at: after(10)).isEmpty)
  }

  @Test("a workout does not expire")
  func earning() {
    var gate = Gate(policy: .session(.standard), state: .earning(progress: .made(0.5)))
    _ = gate.reduce(Timed(.tick, now: after(400 * 86_400)))
    #expect(gate.state == .earning(progress: .made(0.5)))
  }

  @Test("the first and the last time of the supported range work like others")
  func extremes() {
    for policy in [GatePolicy.session(.standard), .daily] {
      for first in [Int64.min, 0, .max] {
        for second in [Int64.min, 0, .max] {
          var gate = unlocked(policy)
          _ = gate.reduce(Timed(.tick, now: WallTime(milliseconds: first)))
          _ = gate.reduce(Timed(.tick, now: WallTime(milliseconds: second)))
          let left = gate.unlockTimeRemaining(at: WallTime(milliseconds: second)) ?? 0
          #expect((0...900).contains(left))
        }
      }
    }
  }

  @Test("an unlock of a session ends without grace once the policy is daily")
  func policyChange() {
    #expect(facts(unlocked(.daily), after(899)) == ("unlocked", 1, nil))
    #expect(facts(unlocked(.daily), after(900)) == ("locked", nil, nil))
  }

  // MARK: - Beside a clock that nobody sets

  /// Sends ticks of (wall, uptime) in seconds from noon, the first at (0, 0).
  private func ticked(_ gate: inout Gate, _ clocks: [(wall: Double, uptime: Double)])
    -> [GateEffect]
  {
    ([(0, 0)] + clocks).flatMap { clock in
      gate.reduce(
        Timed(
          .tick, now: after(clock.wall),
          uptimeInMilliseconds: 5_000_000 + Int64(clock.uptime * 1000)))
    }
  }

  @Test("setting the clock back before every tick does not lengthen an unlock")
  func setBackOften() {
    var gate = unlocked()
    _ = ticked(&gate, (1...899).map { (0, Double($0)) })
    // Up to a second of it is what two clocks may differ by.
    #expect([1, 2].contains(gate.unlockTimeRemaining(at: start)))
    var longer = unlocked()
    _ = ticked(&longer, (1...902).map { (0, Double($0)) })
    #expect(facts(longer, start).0 == "expired")
    var alone = unlocked()
    for _ in 1...2000 { _ = alone.reduce(Timed(.tick, now: start)) }
    #expect(facts(alone, start) == ("unlocked", 900, nil), "without an uptime nobody can know")
  }

  @Test("a clock set back by an hour is compensated once, and the time that passed counts")
  func setBackOnce() {
    var gate = unlocked()
    let effects = ticked(&gate, [(10, 10), (-3588, 12), (-3587, 13), (-3586, 14)])
    #expect(gate.unlockTimeRemaining(at: after(-3586)) == 886)
    #expect(effects.first == .report(.clockWentBack(milliseconds: 3_600_000)))
    #expect(effects.filter { if case .report = $0 { true } else { false } }.count == 1)
  }

  @Test("correcting a clock that was ahead, or restarting the uptime, returns no time")
  func forwardAndRestart() {
    var gate = unlocked()
    #expect(ticked(&gate, [(600, 1)]) == [])
    #expect(gate.unlockTimeRemaining(at: after(600)) == 300)
    let restart = Timed(GateAction.tick, now: after(700), uptimeInMilliseconds: 3)
    #expect(gate.reduce(restart) == [])
    #expect(gate.unlockTimeRemaining(at: after(700)) == 200)
  }

  @Test("differences between the clocks of up to a second take no time away, even repeatedly")
  func jitter() {
    var gate = unlocked()
    let clocks = (1...800).map { (Double($0), Double($0) + ($0.isMultiple(of: 2) ? 0.4 : -0.4)) }
    #expect(ticked(&gate, clocks) == [])
    #expect(gate.unlockTimeRemaining(at: after(800)) == 100)
  }

  @Test("impossible uptimes are ignored", arguments: [Int64.min, -1, .max])
  func uptimes(uptime: Int64) {
    var gate = unlocked()
    _ = gate.reduce(Timed(.tick, now: after(1), uptimeInMilliseconds: uptime))
    #expect(facts(gate, after(1)) == ("unlocked", 899, nil))
  }

  @Test(
    "an impossible lead in a stored gate is limited",
    arguments: [Int64.min, -9_223_371_000_000_000_000, .max])
  func leads(lead: Int64) throws {
    var gate = unlocked()
    _ = ticked(&gate, [(1, 1)])
    let text = String(decoding: try JSONEncoder().encode(gate), as: UTF8.self)
    let known = after(1).milliseconds - 5_001_000
    let damaged = text.replacing("\"clockLead\":\(known)", with: "\"clockLead\":\(lead)")
    #expect(damaged != text)
    var restored = try JSONDecoder().decode(Gate.self, from: Data(damaged.utf8))
    for seconds in [2.0, -100_000_000, 3] {
      _ = restored.reduce(
        Timed(.tick, now: after(seconds), uptimeInMilliseconds: 5_002_000))
      _ = restored.reduce(Timed(.tick, now: after(seconds)))
    }
    // Whatever the lead was, the unlock does not outlast its end.
    for seconds in [4.0, 100_000] { _ = restored.reduce(Timed(.tick, now: after(seconds))) }
    #expect(facts(restored, after(100_000)).0 == "locked")
  }

  @Test("a stored gate and a stored event without uptimes are read")
  func earlier() throws {
    var gate = unlocked()
    _ = gate.reduce(Timed(.tick, now: after(1)))
    let text = String(decoding: try JSONEncoder().encode(gate), as: UTF8.self)
    #expect(!text.contains("clockLead"))
    #expect(try JSONDecoder().decode(Gate.self, from: Data(text.utf8)) == gate)
    let event = Timed(GateAction.tick, now: after(1))
    let line = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
    #expect(!line.contains("uptime"))
    #expect(try JSONDecoder().decode(Timed<GateAction>.self, from: Data(line.utf8)) == event)
  }
}
