// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("Transitions of the gate")
struct GateTransitionTests {
  static let now = moment("2026-11-21T12:00:00+01:00")
  static let today = date("2026-11-21")
  static let midnight = moment("2026-11-22T00:00:00+01:00")

  /// The states before the action.
  ///
  /// N: nothing enforced; S and D: open by a session or for a day.
  static let states: [String: GateState] = [
    "L": .locked, "E0": .earning(progress: .none), "E5": .earning(progress: .made(0.5)),
    "N": .unlocked(.notEnforced), "S": .unlocked(.session(until: now.advanced(bySeconds: 100))),
    "D": .unlocked(.day(today, until: midnight)),
    "X": .expired(graceEnd: now.advanced(bySeconds: 10)),
  ]

  /// The states that an action can lead to, beside those.
  static let results: [String: GateState] = [
    "E2": .earning(progress: .made(0.25)), "E4": .earning(progress: .made(0.4)),
    "S15": .unlocked(.session(until: now.advanced(bySeconds: 900))),
  ]

  static func evaluation(_ verdict: GoalVerdict) -> GateAction {
    .goalsEvaluated(
      GoalEvaluation(verdict: verdict, progress: .made(0.4), day: today, dayEnd: midnight))
  }

  static let actions: [String: GateAction] = [
    "start": .startWorkout, "cancel": .cancelWorkout, "lock": .lockNow, "tick": .tick,
    "enforce": .enforce, "record 0.25": .recordProgress(0.25), "record 0.5": .recordProgress(0.5),
    "record 1": .recordProgress(1), "record 1.5": .recordProgress(1.5),
    "record -1": .recordProgress(-1), "record NaN": .recordProgress(.nan),
    "no goals": evaluation(.noGoals), "met": evaluation(.met),
    "should block": evaluation(.shouldBlock), "undecided": evaluation(.undecided),
    "targets": .setTargets(["domain:c"]), "policy": .setPolicy(.daily),
  ]

  /// The state after each action, from the contract's transitions; `=` means no change, and `!` a
  /// report.
  static let session = """
    action      | L  | E0   | E5   | N  | S  | D  | X
    start       | E0 | =!   | =!   | =! | =! | =! | E0
    record 0.25 | =! | E2   | =!   | =! | =! | =! | =!
    record 0.5  | =! | E5   | =    | =! | =! | =! | =!
    record 1    | =! | S15  | S15  | =! | =! | =! | =!
    record 1.5  | =! | S15! | S15! | =! | =! | =! | =!
    record -1   | =! | =!   | =!   | =! | =! | =! | =!
    record NaN  | =! | =!   | =!   | =! | =! | =! | =!
    cancel      | =! | L    | L    | =! | =! | =! | =!
    lock        | =! | =!   | =!   | =! | L  | L  | =!
    tick        | =  | =    | =    | =  | =  | =  | =
    enforce     | =  | =    | =    | L  | =  | =  | =
    no goals    | =  | =    | =    | =  | =  | =  | =
    met         | =  | =    | =    | =  | =  | =  | =
    should block| =  | =    | =    | =  | =  | =  | =
    undecided   | =  | =    | =    | =  | =  | =  | =
    targets     | =  | =    | =    | =  | =  | =  | =
    policy      | =  | =    | =    | =  | =  | =  | =
    """

  static let daily = """
    action      | L  | E0   | E5   | N  | S  | D  | X
    start       | E0 | =!   | =!   | =! | =! | =! | E0
    record 0.25 | =! | =!   | =!   | =! | =! | =! | =!
    record 0.5  | =! | =!   | =!   | =! | =! | =! | =!
    record 1    | =! | =!   | =!   | =! | =! | =! | =!
    record 1.5  | =! | =!   | =!   | =! | =! | =! | =!
    record -1   | =! | =!   | =!   | =! | =! | =! | =!
    record NaN  | =! | =!   | =!   | =! | =! | =! | =!
    cancel      | =! | L    | L    | =! | =! | =! | =!
    lock        | =! | =!   | =!   | =! | L  | L  | =!
    tick        | =  | =    | =    | =  | =  | =  | =
    enforce     | =  | =    | =    | =  | =  | =  | =
    no goals    | D  | D    | D    | D  | D  | =  | D
    met         | D  | D    | D    | D  | D  | =  | D
    should block| =  | E4   | E4   | L  | L  | L  | =
    undecided   | =  | E4   | E4   | =  | =  | =  | =
    targets     | =  | =    | =    | =  | =  | =  | =
    policy      | =  | =    | =    | =  | =  | =  | =
    """

  static let shapes: [[String]] = [
    [], ["domain:a"], ["domain:a", "app:b", "group:c"], ["app:b", "domain:a", "app:b"],
  ]

  @Test(
    "are those of the contract, from every state, for every list",
    arguments: [(GatePolicy.session(.standard), session), (.daily, daily)])
  func table(policy: GatePolicy, table: String) throws {
    let rows = table.split(separator: "\n").map { line in
      line.split(separator: "|").map { String($0.filter { $0 != " " }) }
    }
    let columns = try #require(rows.first).dropFirst()
    #expect(Set(columns) == Set(Self.states.keys))
    #expect(
      Set(rows.dropFirst().map { $0[0] }) == Set(Self.actions.keys.map { $0.filter { $0 != " " } }))
    for row in rows.dropFirst() {
      let action = try #require(
        Self.actions.first { $0.key.filter { $0 != " " } == row[0] }?.value)
      for (column, cell) in zip(columns, row.dropFirst()) {
        let state = try #require(Self.states[column])
        let name = cell.filter { $0 != "!" }
        let expected = try name == "=" ? state : #require(Self.states[name] ?? Self.results[name])
        for names in Self.shapes {
          try check(
            action, from: state, to: expected, policy: policy, names: names,
            isReported: cell.hasSuffix("!"), note: "\(row[0]) in \(column)")
        }
      }
    }
  }

  private func check(
    _ action: GateAction, from state: GateState, to expected: GateState, policy: GatePolicy,
    names: [String], isReported: Bool, note: String
  ) throws {
    let list = TargetList(names.compactMap { TargetID(rawValue: $0) })
    var gate = Gate(targets: list, policy: policy, state: state)
    let before = gate.blockOrder
    let effects = gate.reduce(Timed(action, now: Self.now))
    #expect(gate.state == expected, "\(note)")
    let reports = effects.filter { if case .report = $0 { true } else { false } }
    #expect(reports.isEmpty != isReported, "\(note)")
    let orders = effects.compactMap { effect -> BlockOrder? in
      if case .enforce(let order) = effect { order } else { nil }
    }
    #expect(orders == (gate.blockOrder == before ? [] : [try #require(gate.blockOrder)]), "\(note)")
    let all = gate.targets.targets
    let blocked = gate.blockedTargets(at: Self.now)
    let accessible = gate.accessibleTargets(at: Self.now)
    switch gate.state {
    case .locked, .earning, .expired: #expect(blocked == all && accessible.isEmpty, "\(note)")
    case .unlocked: #expect(blocked.isEmpty && accessible == all, "\(note)")
    }
  }

  @Test("a refusal has its reason")
  func diagnostics() {
    let rows: [(GateState, GatePolicy, GateAction, [GateDiagnostic])] = [
      (.locked, .daily, .cancelWorkout, [.noWorkout(.locked)]),
      (.locked, .daily, .lockNow, [.nothingToForfeit(.locked)]),
      (.locked, .session(.standard), .recordProgress(0.5), [.noWorkout(.locked)]),
      (.earning(progress: .none), .daily, .recordProgress(0.5), [.goalsDecide]),
      (.earning(progress: .none), .daily, .recordProgress(.nan), [.progressNotANumber]),
      (
        .earning(progress: .none), .daily, .startWorkout,
        [.startIgnored(.earning(progress: .none))]
      ),
      (
        .earning(progress: .made(0.5)), .session(.standard), .recordProgress(-2),
        [
          .progressOutOfRange(-2),
          .progressWentBack(from: .made(0.5), to: .none),
        ]
      ),
      (
        .earning(progress: .none), .session(.standard), .recordProgress(.infinity),
        [.progressOutOfRange(.infinity)]
      ),
    ]
    for (state, policy, action, expected) in rows {
      var gate = Gate(targets: targets("domain:a"), policy: policy, state: state)
      let effects = gate.reduce(Timed(action, now: Self.now))
      let reports = effects.compactMap { effect -> GateDiagnostic? in
        if case .report(let diagnostic) = effect { diagnostic } else { nil }
      }
      #expect(reports == expected)
      #expect(reports.allSatisfy { $0.description.hasSuffix(".") })
    }
  }

  @Test("an evaluation of a day that is over does not open the gate")
  func lateEvaluation() {
    for (now, isOpen) in [
      (Self.midnight.advanced(byMilliseconds: -1), true), (Self.midnight, false),
    ] {
      var gate = Gate(targets: targets("domain:a"), state: .locked)
      _ = gate.reduce(Timed(Self.evaluation(.met), now: now))
      #expect((gate.state != .locked) == isOpen)
      #expect(gate.accessibleTargets(at: now).isEmpty == !isOpen)
    }
  }

  @Test("repeated names count once, in order, and unprintable names are refused")
  func targetNames() {
    var gate = Gate(state: .locked)
    let effects = gate.reduce(
      Timed(
        .setTargets(["domain:b", "", "domain:a", "domain:b", "a b", "a\nb", "x\u{7}", "\u{202E}x"]),
        now: Self.now))
    let list = targets("domain:b", "domain:a")
    #expect(gate.blockedTargets(at: Self.now) == list.targets)
    #expect(
      effects == [
        .report(.namesRefused(["", "a b", "a\nb", "x\u{7}", "\u{202E}x"])),
        .report(.namesRepeated(targets("domain:b").targets)),
        .enforce(BlockOrder(blocked: list.targets, until: nil)),
      ])
    #expect(gate.reduce(Timed(.setTargets([]), now: Self.now)).first == .report(.noTargets))
    #expect(gate.blockedTargets(at: Self.now) == [])
  }

  @Test(
    "settings outside their ranges are refused",
    arguments: [(0, 15, 30), (1441, 15, 30), (5, 0, 30), (5, -1, 30), (5, 15, -1), (5, 15, 3601)])
  func terms(workout: Int, unlock: Int, grace: Int) {
    #expect(throws: GateError.self) {
      try SessionTerms(workoutMinutes: workout, unlockMinutes: unlock, graceSeconds: grace)
    }
    #expect(SessionTerms.standard.workoutMinutes == 5)
    #expect(SessionTerms.standard.unlockMinutes == 15)
    #expect(SessionTerms.standard.graceSeconds == 30)
  }
}
