// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing
import TunerState
import Tuning

@Suite("Invariants")
struct TunerViewInvariantTests {
  // Every action in every state.
  @Test("every action in every state keeps every invariant")
  func everyPair() {
    for state in TunerViewSpace.states {
      for action in TunerViewSpace.actions {
        var tuner = state
        let effects = tuner.reduce(action)
        let broken = TunerViewInvariant.broken(from: state, by: action, to: tuner, effects)
        #expect(broken == [], "\(state.phase): \(action)")
      }
    }
  }

  @Test("the tested states cover every phase, and the actions every kind")
  func space() {
    #expect(Set(TunerViewSpace.states.map(\.phase)) == Set(ListeningPhase.allCases))
    #expect(TunerViewSpace.states.contains { $0.confirmation != nil })
    #expect(TunerViewSpace.states.contains { $0.isStale })
    let names = Set(TunerViewSpace.actions.map { "\($0)".prefix { $0 != "(" } })
    #expect(names.count == 17)
    #expect(TunerViewSpace.states.contains { $0.strum.showsConfirmation })
    let settings = Set(TunerViewSpace.settings.map { "\($0)".prefix { $0 != "(" } })
    #expect(settings.count == 17)
  }

  @Test(
    "no sequence of actions breaks an invariant, or leaves an effect running",
    arguments: UInt64(1)...4)
  func sequences(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      var tuner = TunerView()
      var (running, observing, timers, ms) = (0, 0, 0, 0)
      for _ in 0..<150 {
        let action = Self.action(&random, &ms, tuner)
        let before = tuner
        let effects = tuner.reduce(action)
        let broken = TunerViewInvariant.broken(from: before, by: action, to: tuner, effects)
        #expect(broken == [], "\(action)")
        if case .startFailed = action, before.phase == .starting { running -= 1 }
        if case .confirmationTimedOut(let token) = action {
          timers -= Self.pendingTokens(of: before).count { $0 == token }
        }
        for effect in effects {
          switch effect {
          case .startAudio: running += 1
          case .stopAudio, .releaseAudio: running -= 1
          case .observeResults: observing += 1
          case .stopObserving: observing -= 1
          case .startConfirmationTimer: timers += 1
          case .cancelConfirmationTimer: timers -= 1
          case .retarget, .setUpdateRate, .feedback, .settings: break
          }
        }
        #expect(running == (tuner.phase == .starting || tuner.phase == .listening ? 1 : 0))
        #expect(observing == (tuner.phase == .listening ? 1 : 0))
        #expect(timers == Self.pendingTokens(of: tuner).count)
      }
    }
  }

  /// Returns the tokens of every confirmation, of one string and of a stroke's strings.
  private static func pendingTokens(of tuner: TunerView) -> [ConfirmationToken] {
    ([tuner.confirmation] + tuner.strum.strings.map(\.confirmation)).compactMap { $0?.token }
  }

  private static func action(
    _ random: inout SplitMix64, _ ms: inout Int, _ tuner: TunerView
  ) -> TunerAction {
    ms += Int.random(in: 0...120, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return tuner.phase == .starting ? .startSucceeded : .startListening
    case 1: return TunerViewSpace.actions.randomElement(using: &random) ?? .stopped
    case 2:
      return tuner.confirmation.map { .confirmationTimedOut($0.token) } ?? .startSucceeded
    default:
      var result = Reading.string(
        Int.random(in: 1...6, using: &random), cents: Double.random(in: -40...40, using: &random),
        onset: Int64.random(in: 0...2, using: &random), at: Int64(ms),
        confidence: Double.random(in: 0...1, using: &random))
      if Int.random(in: 0..<3, using: &random) == 0 { result.cents = Cents(0) }
      if Int.random(in: 0..<9, using: &random) == 0 { result.cents = Cents(.nan) }
      return .pitchResult(result, at: .milliseconds(ms))
    }
  }
}
