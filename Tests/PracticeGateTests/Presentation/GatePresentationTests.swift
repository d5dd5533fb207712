// SPDX-License-Identifier: MIT

import PracticeGate
import PracticeGoals
import PracticeTesting
import Testing

@Suite("The presentation of the gate")
struct GatePresentationTests {
  static let end = moment("2026-11-21T12:00:00Z")
  static let some = targets("domain:youtube.com").targets
  static let other = targets("app:game", "group:social").targets

  // The contract's table: which list names the
  // presentation, for each of the four states.
  @Test(
    "follows from state and lists, in all sixteen cases",
    arguments: [
      GateState.locked, .earning(progress: .made(0.4)), .unlocked(.session(until: end)),
      .expired(graceEnd: end),
    ])
  func table(state: GateState) {
    for blocked in [[], Self.some] {
      for accessible in [[], Self.other] {
        let reading = GateReading(
          state: state, blocked: blocked, accessible: accessible, unlockSecondsRemaining: 180,
          graceSecondsRemaining: 20)
        let shown = GatePresentation(reading)
        let fallback = GatePresentation.locked(blocked: blocked)
        switch state {
        case .locked:
          #expect(shown == fallback)
          #expect(reading.diagnostics.contains(.fallback(state)) == blocked.isEmpty)
        case .earning(let progress):
          #expect(
            shown == (blocked.isEmpty ? fallback : .earning(blocked: blocked, progress: progress)))
          #expect(reading.diagnostics.contains(.fallback(state)) == blocked.isEmpty)
        case .unlocked:
          #expect(
            shown
              == (accessible.isEmpty
                ? fallback : .unlocked(accessible: accessible, secondsRemaining: 180)))
          #expect(reading.diagnostics.contains(.fallback(state)) == accessible.isEmpty)
          #expect(
            reading.diagnostics.contains(.partialBlocking(blocked: blocked)) == !blocked.isEmpty)
        case .expired:
          #expect(
            shown
              == (blocked.isEmpty
                ? fallback : .expired(blocked: blocked, graceSecondsRemaining: 20)))
          #expect(reading.diagnostics.contains(.fallback(state)) == blocked.isEmpty)
        }
        if case .unlocked = state {
        } else {
          #expect(
            reading.diagnostics.contains(.strayAccess(accessible: accessible))
              == !accessible.isEmpty)
        }
        #expect(GatePresentation(reading) == shown, "the same reading, the same presentation")
        #expect(reading.diagnostics.allSatisfy { $0.description.hasSuffix(".") })
      }
    }
  }

  @Test("the states without a presentation are those of the contract's table")
  func noDiagnostics() {
    for state in [GateState.locked, .earning(progress: .none), .expired(graceEnd: Self.end)] {
      #expect(GateReading(state: state, blocked: Self.some, accessible: []).diagnostics == [])
    }
    let open = GateReading(
      state: .unlocked(.session(until: Self.end)), blocked: [], accessible: Self.some)
    #expect(open.diagnostics == [])
  }

  @Test("each presentation has its listed labels and no others")
  func choices() {
    let locked = GatePresentation.locked(blocked: Self.some)
    #expect(locked.choices == [.startWorkout, .blockedTargets, .settings])
    #expect(locked.labels.map(\.rawValue) == ["Start Workout"])
    #expect(locked.blocked == Self.some && locked.accessible.isEmpty)
    #expect(locked.canStartWorkout && !locked.canCancel && !locked.canLock)
    #expect(!locked.canShowRecommendations)

    let earning = GatePresentation.earning(blocked: Self.some, progress: .made(0.4))
    #expect(earning.choices == [.recordProgress, .instructions, .cancelWorkout, .blockedTargets])
    #expect(earning.labels.map(\.rawValue) == ["Cancel"])
    #expect(earning.blocked == Self.some && earning.accessible.isEmpty)
    #expect(!earning.canStartWorkout && earning.canCancel && !earning.canLock)
    #expect(!earning.canShowRecommendations)

    let open = GatePresentation.unlocked(accessible: Self.some, secondsRemaining: 180)
    #expect(open.choices == [.timeRemaining, .recommendations, .lockNow])
    #expect(open.labels.map(\.rawValue) == ["Lock Now"])
    #expect(open.accessible == Self.some && open.blocked.isEmpty)
    #expect(!open.canStartWorkout && !open.canCancel && open.canLock)
    #expect(open.canShowRecommendations)
    let bare = GatePresentation.unlocked(accessible: [], secondsRemaining: 180)
    #expect(!bare.canShowRecommendations && !bare.choices.contains(.recommendations))

    let expired = GatePresentation.expired(blocked: Self.some, graceSecondsRemaining: 20)
    #expect(expired.choices == [.graceCountdown, .startEmergencyWorkout, .blockedTargets])
    #expect(expired.labels.map(\.rawValue) == ["Time's Up", "Emergency Workout"])
    #expect(expired.blocked == Self.some && expired.accessible.isEmpty)
    #expect(expired.canStartWorkout && !expired.canCancel && !expired.canLock)
    #expect(!expired.canShowRecommendations)
  }

  // The source's own sample: unlocked, one target, 180 s.
  @Test("a gate that is unlocked for another 180 s shows its target and 180")
  func sample() {
    let gate = Gate(
      targets: targets("com.social.media"), policy: .session(.standard),
      state: .unlocked(.session(until: Self.end)))
    let reading = gate.reading(at: Self.end.advanced(bySeconds: -180))
    #expect(
      GatePresentation(reading)
        == .unlocked(accessible: targets("com.social.media").targets, secondsRemaining: 180))
    let closed = Gate(targets: targets("com.social.media"), state: .locked).reading(at: Self.end)
    #expect(GatePresentation(closed) == .locked(blocked: targets("com.social.media").targets))
  }

  @Test("without targets nothing can be locked: the fallback reports it")
  func noTargets() {
    for state in [GateState.locked, .unlocked(.session(until: Self.end.advanced(bySeconds: 9)))] {
      let reading = Gate(policy: .session(.standard), state: state).reading(at: Self.end)
      #expect(GatePresentation(reading) == .locked(blocked: []))
      #expect(reading.diagnostics == [.fallback(state)])
    }
  }

  @Test("countdowns are never negative")
  func countdowns() {
    let reading = GateReading(
      state: .locked, blocked: [], accessible: [], unlockSecondsRemaining: -1,
      graceSecondsRemaining: -1)
    #expect(reading.unlockSecondsRemaining == 0 && reading.graceSecondsRemaining == 0)
  }

  // The labels that the contract names.
  @Test("labels are keys of the table of strings")
  func labels() {
    #expect(
      Set(GateLabel.allCases.map(\.rawValue)) == [
        "Start Workout", "Cancel", "Lock Now", "Emergency Workout", "Time's Up",
        "Connect Apple Health", "Enable Screen Time", "Get Started",
      ])
  }
}
