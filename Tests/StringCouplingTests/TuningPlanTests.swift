// SPDX-License-Identifier: MIT

import Acoustics
import TestSignals
import Testing

@testable import StringCoupling

@Suite("Plans for a floating bridge")
struct TuningPlanTests {
  /// The couplings of a guitar from many exact strokes.
  private func couplings(of guitar: TremoloGuitar) -> StringCouplings {
    var guitar = guitar
    var memory = StrokeMemory(stringCount: 6)
    for turn in 0..<36 {
      memory.add(guitar.cents.map { StrokeDeviation(Cents($0), sigma: Cents(0.01)) })
      let way = turn % 12 < 6 ? 8.0 : -8
      guitar.turn(turn % 6, to: guitar.cents[turn % 6] + way)
    }
    return memory.couplings
  }

  @Test("one round of the plan brings every string in tune", arguments: UInt64(1)...20)
  func oneRound(seed: UInt64) {
    var guitar = TremoloGuitar(seed: seed)
    let couplings = couplings(of: guitar)
    guitar.detune(to: [-22, -15, -19, -17, -21, -14])
    let plan = TuningPlan(
      from: guitar.cents.map { Cents($0) }, couplings: couplings, tolerance: Cents(5))
    #expect(plan.steps.count <= 6)
    #expect(Set(plan.steps.map(\.string)).count == plan.steps.count)
    for step in plan.steps {
      guitar.turn(step.string, to: step.reading.value)
    }
    #expect(guitar.cents.allSatisfy { abs($0) <= 5 }, "\(guitar.cents)")
    #expect(plan.remaining.value <= 2.5)
  }

  @Test("one round is enough over more than a semitone", arguments: UInt64(1)...20)
  func semitone(seed: UInt64) {
    var guitar = TremoloGuitar(seed: seed)
    let couplings = couplings(of: guitar)
    guitar.detune(to: [-110, -105, -95, -120, -100, -90])
    let plan = TuningPlan(
      from: guitar.cents.map { Cents($0) }, couplings: couplings, tolerance: Cents(2))
    #expect(Set(plan.steps.map(\.string)).count == plan.steps.count)
    for step in plan.steps {
      let before = guitar.cents[step.string]
      guitar.turn(step.string, to: step.reading.value)
      #expect(abs(guitar.cents[step.string] - before - step.turn.value) < 2)
    }
    #expect(guitar.cents.allSatisfy { abs($0) <= 2 }, "\(guitar.cents)")
  }

  @Test("no turn where all strings are in tune, and the fewest where one turn is enough")
  func few() {
    let guitar = TremoloGuitar(seed: 2)
    let couplings = couplings(of: guitar)
    let tuned = TuningPlan(
      from: [1, -1, 0.5, -2, 2, 0].map { Cents($0) }, couplings: couplings, tolerance: Cents(5))
    #expect(tuned.steps.isEmpty)
    #expect(abs(tuned.remaining.value - 2) < 1e-9)
    var one = guitar
    one.turn(4, to: 30)
    let plan = TuningPlan(
      from: one.cents.map { Cents($0) }, couplings: couplings, tolerance: Cents(5))
    #expect(plan.steps.map(\.string) == [4])
    #expect(abs((plan.steps.first?.reading.value ?? 99)) < 3)
  }

  @Test("a step of more than 60 cents is far, and so is a reading that far from its target")
  func far() {
    let couplings = couplings(of: TremoloGuitar(seed: 2))
    for (cents, isFar) in [(-40.0, false), (-80, true)] {
      let plan = TuningPlan(
        from: [0, 0, 0, 0, cents, 0].map { Cents($0) }, couplings: couplings, tolerance: Cents(5))
      let largest = plan.steps.map { max($0.turn.magnitude.value, $0.reading.magnitude.value) }
        .max()
      #expect(plan.isFar == ((largest ?? 0) > 60))
      #expect(plan.isFar == isFar, "\(plan)")
    }
  }

  @Test("strings that were not heard are left out")
  func unheard() {
    let couplings = couplings(of: TremoloGuitar(seed: 3))
    let plan = TuningPlan(
      from: [nil, Cents(-30), nil, Cents(20), Cents(.nan), nil], couplings: couplings,
      tolerance: Cents(5))
    #expect(Set(plan.steps.map(\.string)) == [1, 3])
    let none = TuningPlan(
      from: Array(repeating: nil, count: 6), couplings: couplings, tolerance: Cents(5))
    #expect(none.steps.isEmpty)
  }

  @Test("the plan has the deviation of each string after its turns", arguments: UInt64(1)...10)
  func ends(seed: UInt64) throws {
    var guitar = TremoloGuitar(seed: seed)
    let couplings = couplings(of: guitar)
    guitar.detune(to: [-5, -12, 8, -20, 3, -9])
    let plan = TuningPlan(
      from: guitar.cents.map { Cents($0) }, couplings: couplings, tolerance: Cents(10))
    for step in plan.steps { guitar.turn(step.string, to: step.reading.value) }
    for (end, cents) in zip(plan.ends, guitar.cents) {
      #expect(abs(try #require(end).value - cents) < 0.5, "\(plan.ends) \(guitar.cents)")
    }
    #expect(plan.ends.compactMap { $0?.magnitude }.max() == plan.remaining)
    let missed = TuningPlan(
      from: [nil, Cents(-30)] + Array(repeating: Cents(0), count: 4), couplings: couplings,
      tolerance: Cents(10))
    #expect(missed.ends.map { $0 == nil } == [true, false, false, false, false, false])
  }

  /// One turn by t moves each other string by p·q·t, so the error of its end is t times that of
  /// its coupling.
  @Test("the end of a string that one turn moves is as uncertain as its coupling")
  func endOfOneTurn() throws {
    let strokes = [[0.0, 0, 0], [10, -1.2, -2]].map { cents in
      cents.map { Optional(StrokeDeviation(Cents($0), sigma: Cents(0.3))) }
    }
    let move = try #require(StringMove(from: strokes[0], to: strokes[1]))
    let couplings = StringCouplings(of: [move], stringCount: 3)
    let plan = TuningPlan(
      from: [Cents(-20), Cents(4), Cents(0.5)], couplings: couplings, tolerance: Cents(5))
    #expect(plan.steps.map(\.string) == [0])
    #expect(plan.endSigmas[0]?.value == 0)
    let turn =
      TensionScale.place(of: plan.steps[0].reading.value) - TensionScale.place(of: -20)
    for string in [1, 2] {
      let end = try #require(plan.ends[string])
      let expected =
        turn * couplings.sigma(of: string, to: 0) / TensionScale.slope(at: end.value)
      #expect(expected > 0.5)
      #expect(abs(try #require(plan.endSigmas[string]).value - expected) < 1e-6)
    }
    #expect(plan.largestEndSigma == plan.endSigmas.compactMap(\.self).max())
  }

  @Test("a player who follows a plan from few turns ends within twice the standard errors")
  func endErrors() throws {
    var (within, count) = (0, 0)
    for seed in UInt64(1)...20 {
      var guitar = TremoloGuitar(seed: seed)
      var memory = StrokeMemory(stringCount: 6)
      for string in [0, 3, 5] {
        memory.add(guitar.cents.map { StrokeDeviation(Cents($0), sigma: Cents(0.1)) })
        guitar.turn(string, to: guitar.cents[string] + 15)
      }
      guitar.detune(to: [-22, -15, -19, -17, -21, -14])
      let plan = TuningPlan(
        from: guitar.cents.map { Cents($0) }, couplings: memory.couplings, tolerance: Cents(5))
      for step in plan.steps { guitar.turn(step.string, to: step.reading.value) }
      let last = try #require(plan.steps.last).string
      #expect(plan.endSigmas[last]?.value == 0, "No turn follows the last one.")
      for (string, cents) in guitar.cents.enumerated() where string != last {
        let (end, sigma) = (
          try #require(plan.ends[string]), try #require(plan.endSigmas[string])
        )
        #expect(sigma.value > 0)
        if abs(cents - end.value) <= 2 * sigma.value { within += 1 }
        count += 1
      }
    }
    #expect(count == 100 && within >= 95, "\(within) of \(count)")
  }

  @Test("without couplings a string is tuned to its target")
  func plain() {
    let couplings = StringCouplings(of: [], stringCount: 1)
    let plan = TuningPlan(from: [Cents(-30)], couplings: couplings, tolerance: Cents(5))
    #expect(plan.steps.count == 1)
    #expect(abs((plan.steps.first?.reading.value ?? 99)) < 1e-6)
    #expect(abs((plan.steps.first?.turn.value ?? 0) - 30) < 1e-6)
  }

  /// All sets of pegs are tried, so the expected plan is the best one by definition.
  ///
  /// In the second row, a turn of either of the two lowest strings brings the others down enough.
  @Test(
    "no other pegs are fewer, and none of as many leave smaller squares", arguments: UInt64(1)...10)
  func best(seed: UInt64) throws {
    var equals = 0
    for cents in [[-6.0, 3, 5, -9, 4, -3], [-3, -3.2, 4.6, 4.6, 4.6, 4.6]] {
      var guitar = TremoloGuitar(seed: seed)
      let couplings = couplings(of: guitar)
      guitar.detune(to: cents)
      let plan = TuningPlan(
        from: guitar.cents.map { Cents($0) }, couplings: couplings, tolerance: Cents(5))
      // The strings that are turned keep 1 cent free, the others half a cent.
      let turned = (0..<64).map { set in
        TurnedStrings(
          set, from: guitar.cents.map { TensionScale.place(of: $0) }, falls: couplings.falls,
          movements: couplings.movements, within: 4, staying: 4.5)
      }
      let chosen = plan.steps.reduce(0) { $0 | 1 << $1.string }
      let squares = try #require(turned[chosen]).squares
      for (set, other) in turned.enumerated() where set != chosen {
        guard let other else { continue }
        #expect(set.nonzeroBitCount >= plan.steps.count, "set \(set) is enough")
        guard set.nonzeroBitCount == plan.steps.count else { continue }
        equals += 1
        #expect(other.squares >= squares, "set \(set) is better than \(chosen)")
      }
    }
    #expect(equals > 0)
  }
}
