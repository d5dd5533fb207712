// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Evaluation
internal import Foundation
internal import StringCoupling
internal import TestSignals

/// A test of the plans for floating bridges on simulated guitars.
///
/// It compares the number of peg turns until all strings are in tune with that of tuning string
/// after string.
package enum TremoloBench {
  // | name    | unit  | source                                                                 |
  // | ------- | ----- | ---------------------------------------------------------------------- |
  // | limit   | 1     | of the turns over those of string after string, guitars off as a whole |
  // | windows | cents | in-tune windows                                                        |
  // | hand    | cents | standard deviation of a turn: a careful player; set                    |
  // | sigma   | cents | of a reading: twice the median of recorded strings                     |
  // | most    | 1     | turns after which tuning counts as failed                              |
  // | rounds  | 1     | turns of every string from which couplings count as known              |
  // | lesson  | cents | of such a turn                                                         |
  /// The largest share of the turns of string after string.
  package static let limit = 0.5
  private static let windows = [2.0, 3, 5]
  private static let hand = 0.5
  private static let sigma = 0.3
  private static let most = 200
  private static let rounds = 6
  private static let lesson = 8.0

  /// The initial states of the guitars.
  private enum Beginning: String, CaseIterable {
    /// Every string is 30 to 100 cents off to the same side, as after new strings or a change of
    /// the tuning.
    case whole = "off as a whole"
    /// Every string is up to 40 cents off to either side.
    case scattered = "off at random"
  }

  /// Tunes simulated guitars in both ways.
  ///
  /// - Parameters:
  ///   - count: the number of guitars in each state.
  ///   - seed: of the first guitar.
  /// - Returns: the report; a missed limit is an incident.
  package static func run(count: Int, seed: UInt64) -> ServiceReport {
    var rows: [FigureTable.Row] = []
    var incidents: [ServiceReport.Incident] = []
    for beginning in Beginning.allCases {
      for window in windows {
        let trials = (0..<UInt64(count)).map { index in
          Trial(guitar(beginning, seed: seed + index), window, seed: seed + index)
        }
        let name = "\(beginning.rawValue), ± \(Int(window)) cents"
        rows.append(row(of: trials, name: name))
        let share = share(of: trials, \.plan)
        if beginning == .whole, share > limit {
          let figure = String(format: "%.2f", share)
          incidents.append(
            .init(place: name, event: "\(figure) of the turns, limit \(limit)", isExcused: false))
        }
      }
    }
    return ServiceReport(
      schema: ServiceReport.schema, command: "tremolo", provenance: .current(), datasets: [:],
      conditions: [
        "\(count) simulated guitars, seeds from \(seed)",
        "a turn misses its reading by \(hand) cents, a reading the string by \(sigma) cents",
        "share: the couplings are learnt from the same turns",
        "share, kept: the couplings are kept from an earlier tuning of the same guitar, off at random",
        "share, known: they are known from \(rounds) turns of each string before",
        "share, least: the fewest pegs that suffice, for a player who knows the forces and makes no error",
      ],
      tables: [
        FigureTable("turns", "Turns of a peg until every string is in tune", columns, rows)
      ], incidents: incidents, runs: 1, curves: [])
  }

  private static let columns: [FigureTable.Column] = [
    .count("plan, median", better: .down), .count("plan, most", better: .down),
    .count("string after string, median"), .count("string after string, most"),
    .init(name: "share", unit: .ratio, better: .down),
    .init(name: "share, kept", unit: .ratio, better: .down),
    .init(name: "share, known", unit: .ratio, better: .down),
    .init(name: "share, least", unit: .ratio, better: .neither),
  ]

  private static func row(of trials: [Trial], name: String) -> FigureTable.Row {
    let plan = Measurements(trials.map { Double($0.plan) }).distribution()
    let after = Measurements(trials.map { Double($0.after) }).distribution()
    return FigureTable.Row(
      name: name,
      figures: [
        plan?.nearestRank(.median), plan?.maximum, after?.nearestRank(.median), after?.maximum,
        share(of: trials, \.plan), share(of: trials, \.kept), share(of: trials, \.known),
        share(of: trials, \.least),
      ])
  }

  /// Returns the turns of one way as a share of the turns string after string.
  private static func share(of trials: [Trial], _ turns: KeyPath<Trial, Int>) -> Double {
    let all = Double(max(1, trials.reduce(0) { $0 + $1.after }))
    return Double(trials.reduce(0) { $0 + $1[keyPath: turns] }) / all
  }

  /// The turns that one guitar takes.
  private struct Trial {
    /// The number of turns with couplings that are estimated from the turns.
    let plan: Int
    /// The number of turns with couplings that are kept from an earlier tuning.
    let kept: Int
    /// The number of turns with couplings that are known from the start.
    let known: Int
    /// The fewest turns possible, with known forces and without errors.
    let least: Int
    /// The number of turns string after string.
    let after: Int

    init(_ guitar: TremoloGuitar, _ window: Double, seed: UInt64) {
      let empty = StrokeMemory(stringCount: guitar.stringCount)
      plan = TremoloBench.byPlan(guitar, window, from: empty, seed: seed).turns
      kept =
        TremoloBench.byPlan(
          guitar, window, from: TremoloBench.tuned(guitar, window, seed: seed), seed: seed
        ).turns
      known =
        TremoloBench.byPlan(
          guitar, window, from: TremoloBench.learnt(from: guitar, seed: seed), seed: seed
        ).turns
      least = guitar.leastTurns(within: window)
      after = TremoloBench.stringAfterString(guitar, window, seed: seed)
    }
  }

  /// Returns the recorded strokes of a player who has turned every string of the guitar before.
  private static func learnt(from guitar: TremoloGuitar, seed: UInt64) -> StrokeMemory {
    var guitar = guitar
    guitar.detune(to: Array(repeating: 0, count: guitar.stringCount))
    var errors = GaussianSource(SplitMix64(seed: seed, name: "tremolo lessons"))
    var memory = StrokeMemory(stringCount: guitar.stringCount)
    for round in 0..<rounds {
      for string in 0..<guitar.stringCount {
        memory.add(stroke(of: guitar, &errors))
        let turn = round.isMultiple(of: 2) ? lesson : -lesson
        guitar.turn(string, to: guitar.cents[string] + turn)
      }
    }
    memory.endSeries()
    return memory
  }

  /// Returns the recorded strokes of a player who has tuned the guitar by the plan before, from
  /// strings off at random.
  private static func tuned(
    _ guitar: TremoloGuitar, _ window: Double, seed: UInt64
  ) -> StrokeMemory {
    var guitar = guitar
    var draws = SplitMix64(seed: seed, name: "tremolo earlier detuning")
    guitar.detune(to: (0..<guitar.stringCount).map { _ in draws.nextUniform(in: -40...40) })
    var memory = byPlan(
      guitar, window, from: StrokeMemory(stringCount: guitar.stringCount), seed: seed ^ 1 << 63
    ).memory
    memory.endSeries()
    return memory
  }

  private static func stroke(
    of guitar: TremoloGuitar, _ errors: inout GaussianSource
  ) -> [StrokeDeviation] {
    guitar.cents.map { StrokeDeviation(Cents($0 + sigma * errors.next()), sigma: Cents(sigma)) }
  }

  private static func guitar(_ beginning: Beginning, seed: UInt64) -> TremoloGuitar {
    var guitar = TremoloGuitar(seed: seed)
    var draws = SplitMix64(seed: seed, name: "tremolo detuning")
    let side = draws.nextUnit() < 0.5 ? -1.0 : 1
    let all = side * draws.nextUniform(in: 30...100)
    guitar.detune(
      to: (0..<guitar.stringCount).map { _ in
        switch beginning {
        case .whole: all + draws.nextUniform(in: -20...20)
        case .scattered: draws.nextUniform(in: -40...40)
        }
      })
    return guitar
  }

  private static func isInTune(_ guitar: TremoloGuitar, _ window: Double) -> Bool {
    guitar.cents.allSatisfy { abs($0) <= window }
  }

  /// Returns the turns of a player who follows the plan, which every stroke renews, and the
  /// strokes.
  private static func byPlan(
    _ guitar: TremoloGuitar, _ window: Double, from memory: StrokeMemory, seed: UInt64
  ) -> (turns: Int, memory: StrokeMemory) {
    var (guitar, memory) = (guitar, memory)
    var errors = GaussianSource(SplitMix64(seed: seed, name: "tremolo plan"))
    for turns in 0..<most {
      if isInTune(guitar, window) { return (turns, memory) }
      let stroke = stroke(of: guitar, &errors)
      memory.add(stroke)
      let deviations = stroke.map(\.cents.value)
      let plan = memory.plan(tolerance: Cents(window))
      // If the readings are in tune but the strings are not, the worst string is tuned again.
      let worst = deviations.indices.max { abs(deviations[$0]) < abs(deviations[$1]) } ?? 0
      let step = plan.steps.first
      guitar.turn(
        step?.string ?? worst, to: (step?.reading.value ?? 0) + hand * errors.next())
    }
    return (most, memory)
  }

  /// Returns the turns of a player who tunes each string that is out of tune, from low to high, and
  /// repeats this until all are in tune.
  private static func stringAfterString(
    _ guitar: TremoloGuitar, _ window: Double, seed: UInt64
  ) -> Int {
    var guitar = guitar
    var errors = GaussianSource(SplitMix64(seed: seed, name: "tremolo string after string"))
    var turns = 0
    while turns < most {
      for string in 0..<guitar.stringCount {
        if isInTune(guitar, window) { return turns }
        guard abs(guitar.cents[string] + sigma * errors.next()) > window else { continue }
        guitar.turn(string, to: hand * errors.next())
        turns += 1
      }
    }
    return most
  }
}
