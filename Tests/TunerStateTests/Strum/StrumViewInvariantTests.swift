// SPDX-License-Identifier: MIT

import Acoustics
import CAllocationCounter
import TestSignals
import Testing
import TunerState
import Tuning

@Suite("Invariants of the view of strokes")
struct StrumViewInvariantTests {
  private static func heard(
    _ cents: [Int: Double], unclear: Set<Int> = [], onset: Int64? = 0, ms: Int
  ) -> StrumAction {
    .result(
      Strumming.result(cents, unclear: unclear, onset: onset, at: Int64(ms) * 48),
      at: .milliseconds(ms))
  }

  static let states: [StrumView] = {
    let roads: [[StrumAction]] = [
      [], [.retarget(Strumming.targets)], [.retarget(Strumming.targets), .begin],
      [.retarget(Strumming.targets), .begin, heard([0: 0, 1: 30], ms: 0)],
      [.retarget(Strumming.targets), .begin, heard([0: 30], ms: 0), heard([0: 0], ms: 50)],
      [
        .retarget(Strumming.targets), .begin, heard([0: 0, 1: 0], ms: 0),
        heard([2: -30], unclear: [0], onset: 9600, ms: 2500),
      ],
      [.retarget(Strumming.targets), .begin, heard([0: 0], ms: 0), .end],
      [.begin, .retarget(Strumming.targets(of: "twelve_string"))],
    ]
    return roads.flatMap { road -> [StrumView] in
      [TunerSettings(), .with([.hysteresis: .number(2), .confirmationHold: .number(0.05)])].map {
        var view = StrumView(StrumRules($0))
        for action in road { _ = view.reduce(action) }
        return view
      }
    }
  }()

  static let actions: [StrumAction] = {
    let token = states[8].strings[0].confirmation?.token ?? states[6].strings[0].confirmation?.token
    return [
      .begin, .end, .acknowledge, .retarget([]), .retarget(Strumming.targets),
      .retarget(Strumming.targets(of: "dadgad")),
      .retarget(Array(repeating: Strumming.targets, count: 3).flatMap(\.self)),
      .follow(StrumRules()), .follow(StrumRules(.with([.tolerance: .number(1)]))),
      heard([:], ms: 0), heard([:], onset: nil, ms: 60), heard([0: 0], ms: 60),
      heard([0: -30, 5: 30], ms: 60), heard([0: 0, 1: 0], onset: 99, ms: 60),
      heard([:], unclear: [0, 1, 2, 3, 4, 5], ms: 60), heard([0: 0], ms: 3000),
      .result(
        Strumming.result([0: 0], at: 60, Strumming.targets(of: "ukulele")), at: .seconds(1)),
    ] + [token].compactMap { $0 }.map { .confirmationTimedOut($0) }
  }()

  /// Returns the promises that fail; an empty list for none.
  private static func broken(
    from old: StrumView, by action: StrumAction, to new: StrumView, _ effects: [StrumEffect]
  ) -> [String] {
    var broken: [String] = []
    func hold(_ truth: Bool, _ name: String) { if !truth { broken.append(name) } }
    hold(new.strings.count <= StringReadings.capacity, "there are up to twelve strings")
    hold(new.settledStroke <= new.strokeCount, "a stroke settles after it begins")
    for string in new.strings {
      hold((0...1).contains(string.markerPosition), "a marker is on its scale")
      hold(string.cents?.value.isFinite ?? true, "cents are finite")
      hold((string.reading == nil) == (string.readingTime == nil), "a reading has a time")
      hold((string.reading == nil) == (string.stroke == nil), "a reading has a stroke")
      hold((string.stroke ?? 0) <= new.strokeCount, "a reading is of a counted stroke")
      hold(string.confirmation == nil || new.isListening, "nothing is confirmed without listening")
      hold(string.reading != nil || string.tuningState == .silent, "no reading, no state")
      hold(
        string.markerColor == MarkerColor(string.tuningState), "the colour is that of the state")
    }
    if case .result = action {
      hold(new.strings.map(\.target) == old.strings.map(\.target), "a result keeps the strings")
      hold(new.strokeCount >= old.strokeCount, "strokes are counted up")
      if !old.isListening { hold(new == old && effects.isEmpty, "a late result changes nothing") }
    } else {
      hold(effects.signalCount == 0, "only a result signals")
      hold(effects.confirmationCount == 0, "only a result begins a confirmation")
    }
    hold(effects.signalCount <= 1, "a signal comes once")
    return broken
  }

  @Test("every action in every state keeps every promise")
  func everyPair() {
    #expect(Self.states.contains { $0.showsConfirmation })
    #expect(Self.states.contains { $0.strokeCount == 2 })
    #expect(Self.actions.count == 18)
    for state in Self.states {
      for action in Self.actions {
        var view = state
        let effects = view.reduce(action)
        #expect(Self.broken(from: state, by: action, to: view, effects) == [], "\(action)")
      }
    }
  }

  @Test(
    "no sequence of actions breaks a promise, nor loses count of its timers",
    arguments: UInt64(1)...4)
  func sequences(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      var view = StrumView()
      var (timers, ms, onset) = (Set<ConfirmationToken>(), 0, Int64(0))
      _ = view.reduce(.retarget(Strumming.targets))
      for _ in 0..<150 {
        ms += Int.random(in: 0...120, using: &random)
        if Int.random(in: 0..<15, using: &random) == 0 { onset = Int64(ms) }
        // In the order of the strings: that of a set differs between processes.
        let shown = view.strings.compactMap { $0.confirmation?.token }
        let action = Self.action(&random, ms, onset, shown)
        let before = view
        let effects = view.reduce(action)
        #expect(Self.broken(from: before, by: action, to: view, effects) == [], "\(action)")
        if case .confirmationTimedOut(let token) = action { timers.remove(token) }
        for effect in effects {
          switch effect {
          case .startConfirmationTimer(let token, _): timers.insert(token)
          case .cancelConfirmationTimer(let token): timers.remove(token)
          case .signal: break
          }
        }
        #expect(timers == Set(view.strings.compactMap { $0.confirmation?.token }))
      }
    }
  }

  private static func action(
    _ random: inout SplitMix64, _ ms: Int, _ onset: Int64,
    _ timers: [ConfirmationToken]
  ) -> StrumAction {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: return .begin
    case 1: return actions.randomElement(using: &random) ?? .begin
    case 2:
      return timers.randomElement(using: &random).map { .confirmationTimedOut($0) } ?? .begin
    default:
      var cents: [Int: Double] = [:]
      for index in 0..<6 where Bool.random(using: &random) {
        cents[index] = Double.random(in: -30...30, using: &random)
      }
      let unclear = Set((0..<6).filter { _ in Bool.random(using: &random) })
      return heard(cents, unclear: unclear, onset: onset, ms: ms)
    }
  }

  @Test("nothing is allocated for a result, and the counter would see it", arguments: [0.0, 1.0])
  func allocations(hysteresis: Double) {
    var tuner = TunerView.listening(.with([.hysteresis: .number(hysteresis)]))
    _ = tuner.reduce(.setTargetMode(.all))
    let counted = ReductionAllocations(of: Self.strokes(4000), in: &tuner)
    #expect(counted.steady == 0)
    #expect(counted.withEffects >= 100)
    #expect(counted.begun >= counted.withEffects || counted.isDeaf)
  }

  @Test(
    "confirmations allocate nothing in a list that has room",
    .enabled(
      if: headstock_allocations_are_counted() != 0, "A sanitizer has an allocator of its own."),
    arguments: [0.0, 1.0])
  func confirmations(hysteresis: Double) {
    var tuner = TunerView.listening(.with([.hysteresis: .number(hysteresis)]))
    _ = tuner.reduce(.setTargetMode(.all))
    var effects: [TunerEffect] = []
    effects.reserveCapacity(2 * Strumming.targets.count + 1)
    let room = effects.capacity
    var (confirmed, allocations) = (0, 0)
    for (index, action) in Self.strokes(4000).enumerated() {
      headstock_allocations_begin()
      effects.removeAll(keepingCapacity: true)
      tuner.reduce(action, into: &effects)
      let count = headstock_allocations_end()
      // The first confirmations prepare the types of the language's runtime.
      if index >= 400 { allocations += count }
      confirmed += effects.count { if case .startConfirmationTimer = $0 { true } else { false } }
    }
    #expect(confirmed >= 100)
    #expect(allocations == 0)
    #expect(effects.capacity == room)
  }

  /// The actions of strokes, in each of which three strings pass through their targets.
  private static func strokes(_ count: Int) -> [TunerAction] {
    (0..<count).map { index in
      let cents = Double(index % 40) - 30
      let result = Strumming.result(
        index % 40 < 4 ? [:] : [0: cents, 1: cents / 2, 4: -cents], onset: Int64(index / 40),
        at: Int64(index) * 2400)
      return .strumResult(result, at: .milliseconds(50 * index))
    }
  }
}
