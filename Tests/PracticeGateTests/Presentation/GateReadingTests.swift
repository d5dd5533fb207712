// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("A reading of the gate")
struct GateReadingTests {
  private static let noon = moment("2026-11-21T12:00:00Z")

  private static let states: [GateState] = [
    .locked, .earning(progress: .made(0.4)), .unlocked(.notEnforced),
    .unlocked(.session(until: noon.advanced(bySeconds: 900))),
    .expired(graceEnd: noon.advanced(bySeconds: 30)),
  ]

  // State, lists and countdowns of one moment, also where the state has ended meanwhile.
  @Test("equals the answers of the gate at that time", arguments: states)
  func agrees(state: GateState) {
    let gate = Gate(targets: targets("domain:a"), policy: .session(.standard), state: state)
    for seconds in [0, 1, 29, 30, 31, 899, 900, 929, 930, 86_400] {
      let now = Self.noon.advanced(bySeconds: seconds)
      let reading = gate.reading(at: now)
      #expect(reading.state == gate.state(at: now))
      #expect(reading.blocked == gate.blockedTargets(at: now))
      #expect(reading.accessible == gate.accessibleTargets(at: now))
      #expect(reading.unlockSecondsRemaining == gate.unlockTimeRemaining(at: now))
      #expect(reading.graceSecondsRemaining == gate.graceRemaining(at: now))
      #expect(reading.diagnostics.isEmpty, "state and lists of one moment agree")
      if case .earning(let progress) = reading.state {
        #expect(gate.workoutProgress(at: now) == progress)
      } else {
        #expect(gate.workoutProgress(at: now) == nil)
      }
    }
  }

  // The caller passes the time. No other source gives it.
  @Test("depends on the requested time, without a tick")
  func followsTime() {
    let gate = Gate(
      targets: targets("domain:a"), policy: .session(.standard),
      state: .unlocked(.session(until: Self.noon.advanced(bySeconds: 900))))
    let list = targets("domain:a").targets
    let rows: [(Int, GatePresentation)] = [
      (0, .unlocked(accessible: list, secondsRemaining: 900)),
      (1, .unlocked(accessible: list, secondsRemaining: 899)),
      (900, .expired(blocked: list, graceSecondsRemaining: 30)),
      (929, .expired(blocked: list, graceSecondsRemaining: 1)),
      (930, .locked(blocked: list)),
      (1, .unlocked(accessible: list, secondsRemaining: 899)),
    ]
    for (seconds, shown) in rows {
      let reading = gate.reading(at: Self.noon.advanced(bySeconds: seconds))
      #expect(GatePresentation(reading) == shown, "after \(seconds) s")
    }
  }

  // A bundle, a package, a host, a desktop file, a group, and what only a test knows.
  @Test(
    "contains the targets as the user gave them, and so does the order",
    arguments: [
      "com.burbn.instagram", "com.google.android.youtube", "domain:youtube.com",
      "app:org.mozilla.firefox.desktop", "group:social", "mock-1",
    ])
  func platforms(name: String) throws {
    var gate = Gate(policy: .session(.standard), state: .locked)
    let effects = gate.reduce(Timed(.setTargets([name]), now: Self.noon))
    let target = try #require(TargetID(rawValue: name))
    #expect(effects == [.enforce(BlockOrder(blocked: [target], until: nil))])
    #expect(GatePresentation(gate.reading(at: Self.noon)) == .locked(blocked: [target]))
    #expect(gate.reading(at: Self.noon).blocked.map(\.rawValue) == [name])
  }

  // The presentation is computed from these values and not stored among them.
  @Test("is not stored: a stored gate has only its state, targets, policy and clocks")
  func notKept() throws {
    let allowed: Set<String> = ["state", "targets", "policy", "latest", "clockLead", "spentDay"]
    for state in Self.states {
      var gate = Gate(targets: targets("domain:a"), state: state)
      _ = gate.reduce(Timed(.tick, now: Self.noon, uptimeInMilliseconds: 5000))
      let kept = try #require(
        JSONSerialization.jsonObject(with: try JSONEncoder().encode(gate)) as? [String: Any])
      #expect(Set(kept.keys).isSubset(of: allowed), "\(kept.keys.sorted())")
      #expect(kept.keys.contains("state"))
    }
  }
}
