// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling
import TestSignals
import Testing

@Suite("Couplings of strings on a floating bridge")
struct StringCouplingsTests {
  private static func stroke(_ cents: [Double], sigma: Double = 0.1) -> [StrokeDeviation?] {
    cents.map { StrokeDeviation(Cents($0), sigma: Cents(sigma)) }
  }

  /// Turns each given string of a guitar up by some cents, and remembers a stroke after each turn.
  private func memory(
    of guitar: inout TremoloGuitar, turning strings: [Int], by cents: Double = 15,
    sigma: Double = 0.1, seed: UInt64 = 1
  ) -> StrokeMemory {
    var errors = GaussianSource(SplitMix64(seed: seed, name: "readings"))
    var memory = StrokeMemory(stringCount: 6)
    memory.add(Self.stroke(guitar.cents.map { $0 + sigma * errors.next() }, sigma: sigma))
    for string in strings {
      guitar.turn(string, to: guitar.cents[string] + cents)
      memory.add(Self.stroke(guitar.cents.map { $0 + sigma * errors.next() }, sigma: sigma))
    }
    return memory
  }

  @Test("the model's own physics: a pull lowers the others, and the bridge returns")
  func guitar() {
    var guitar = TremoloGuitar(seed: 1)
    #expect(guitar.cents.allSatisfy { abs($0) < 1e-9 })
    guitar.turn(2, to: 30)
    #expect(abs(guitar.cents[2] - 30) < 1e-6)
    for index in [0, 1, 3, 4, 5] { #expect((-12 ... -0.3).contains(guitar.cents[index])) }
    guitar.turn(2, to: 0)
    #expect(guitar.cents.allSatisfy { abs($0) < 1e-6 })
    guitar.detune(to: [1, -2, 3, -4, 5, -6])
    for (cents, wanted) in zip(guitar.cents, [1.0, -2, 3, -4, 5, -6]) {
      #expect(abs(cents - wanted) < 1e-9)
    }
  }

  @Test("changes that no number can weigh leave the couplings of the prior")
  func immeasurable() throws {
    // The square of the tension of a string 500 octaves higher exceeds the range.
    let move = try #require(
      StringMove(from: Self.stroke([0, 0, 0]), to: Self.stroke([600_000, 1, 1])))
    let couplings = StringCouplings(of: [move], stringCount: 3)
    let prior = StringCouplings(of: [], stringCount: 3)
    for string in 0..<3 {
      for turned in 0..<3 {
        #expect(
          couplings.coupling(of: string, to: turned) == prior.coupling(of: string, to: turned))
        let (sigma, expected) = (
          couplings.sigma(of: string, to: turned), prior.sigma(of: string, to: turned)
        )
        #expect(abs(sigma - expected) < 1e-12)
      }
    }
    #expect(!couplings.isSignificant)
  }

  @Test("a fit of every string's turn has the couplings of the forces", arguments: UInt64(1)...10)
  func fits(seed: UInt64) {
    var guitar = TremoloGuitar(seed: seed)
    guitar.detune(to: [-30, -20, -25, -35, -30, -20])
    let memory = memory(of: &guitar, turning: [0, 1, 2, 3, 4, 5], seed: seed)
    #expect(memory.couplings.turnCount == 6)
    #expect(memory.isReady)
    guitar.detune(to: [0, 0, 0, 0, 0, 0])
    var within = 0
    for string in 0..<6 {
      for turned in 0..<6 where turned != string {
        let truth = guitar.coupling(of: string, to: turned)
        let error = memory.couplings.coupling(of: string, to: turned) - truth
        #expect(abs(error) < 0.06)
        if abs(error) <= 2 * memory.couplings.sigma(of: string, to: turned) { within += 1 }
      }
      #expect(memory.couplings.coupling(of: string, to: string) == 1)
      #expect(memory.couplings.sigma(of: string, to: string) == 0)
    }
    // 95 % of the errors lie within two standard deviations; 24 of 30 is 80 %.
    #expect(within >= 24)
  }

  @Test("one turn tells how the others fall; what was not turned keeps the prior's doubt")
  func oneTurn() {
    var guitar = TremoloGuitar(seed: 4)
    let memory = memory(of: &guitar, turning: [0])
    #expect(!memory.isReady)
    let known = memory.couplings.sigma(of: 3, to: 0)
    #expect(known < 0.5 * memory.couplings.sigma(of: 3, to: 1))
    #expect(known < 0.5 * memory.couplings.sigma(of: 0, to: 1))
  }

  @Test("more strokes make the couplings more certain")
  func certainty() {
    var guitar = TremoloGuitar(seed: 6)
    var last = Double.infinity
    for rounds in 1...3 {
      let turns = (0..<rounds).flatMap { _ in 0..<6 }
      let sigma = memory(of: &guitar, turning: turns, by: 5).couplings.sigma(of: 3, to: 0)
      #expect(sigma < last)
      last = sigma
    }
  }

  @Test("a fixed bridge has no couplings to tell of")
  func fixedBridge() {
    var memory = StrokeMemory(stringCount: 6)
    var errors = GaussianSource(SplitMix64(seed: 3, name: "fixed bridge"))
    var cents = [Double](repeating: -30, count: 6)
    for string in 0..<6 {
      memory.add(Self.stroke(cents.map { $0 + 0.1 * errors.next() }))
      cents[string] += 30
    }
    memory.add(Self.stroke(cents))
    #expect(memory.couplings.turnCount == 6)
    #expect(!memory.couplings.isSignificant)
    #expect(!memory.isReady)
    #expect(memory.evidence == .small)
  }

  @Test("a bridge of which little is known is told from one that hardly moves", arguments: 1...5)
  func evidence(seed: Int) {
    #expect(StrokeMemory(stringCount: 6).evidence == .unknown)
    var guitar = TremoloGuitar(seed: UInt64(seed))
    let one = memory(of: &guitar, turning: [0], by: 30, seed: UInt64(seed))
    #expect(one.evidence == .unknown && one.turnedStringCount == 1)
    let two = memory(of: &guitar, turning: [0, 3], by: 30, seed: UInt64(seed))
    #expect(two.evidence == .significant && two.turnedStringCount == 2)
    // The errors hide a movement of 15 %, so they may not show a fixed bridge.
    var errors = GaussianSource(SplitMix64(seed: UInt64(seed), name: "small turns"))
    for coupling in [0, 0.15] {
      var cents = [Double](repeating: -20, count: 6)
      var memory = StrokeMemory(stringCount: 6)
      for string in 0..<3 {
        memory.add(Self.stroke(cents.map { $0 + 0.5 * errors.next() }, sigma: 0.5))
        for index in cents.indices { cents[index] += index == string ? 5 : -5 * coupling }
      }
      #expect(memory.evidence == .unknown, "\(memory.couplings)")
    }
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let name: String
    let before: [Double?]
    let after: [Double?]
    let turned: Int?
    var testDescription: String { name }
  }

  static let pairs = [
    Pair(name: "one string", before: [0, 0, 0], after: [10, -1, -1], turned: 0),
    Pair(name: "down", before: [0, 0, 0], after: [1, -10, 1], turned: 1),
    Pair(name: "just enough", before: [0, 0, 0], after: [2.1, -0.2, 0], turned: 0),
    Pair(name: "just too little", before: [0, 0, 0], after: [1.9, -0.2, 0], turned: nil),
    Pair(name: "nothing", before: [0, 0, 0], after: [0.5, 0.2, -0.1], turned: nil),
    Pair(name: "several", before: [0, 0, 0], after: [10, 8, 0], turned: nil),
    Pair(name: "not heard before", before: [nil, 0, 0], after: [10, -1, -1], turned: nil),
    Pair(name: "one string alone", before: [0, nil, nil], after: [10, nil, nil], turned: nil),
    Pair(name: "one of two", before: [0, nil, 0], after: [10, nil, -1], turned: 0),
    Pair(name: "no numbers", before: [0, 0, 0], after: [.nan, .infinity, 0], turned: nil),
  ]

  @Test("the string that was turned is found, and only one", arguments: pairs)
  func moves(pair: Pair) {
    let strokes = [pair.before, pair.after].map { cents in
      cents.map { $0.map { StrokeDeviation(Cents($0), sigma: Cents(0.1)) } }
    }
    #expect(StringMove(from: strokes[0], to: strokes[1])?.turned == pair.turned)
  }

  @Test("other strings moved if they did by half a cent and by twice the standard deviation")
  func others() throws {
    func others(_ sigma: Double) throws -> [Int] {
      let strokes = [[0, 0, 0, 0, 0], [10, -1, -0.7, -0.6, -0.4]].map { cents in
        cents.map { Optional(StrokeDeviation(Cents($0), sigma: Cents(sigma))) }
      }
      return try #require(StringMove(from: strokes[0], to: strokes[1])).others.map(\.index)
    }
    // With 0.3 cents from pluck to pluck, twice the standard deviation is 0.60, 0.66 and 0.82
    // cents.
    #expect(try others(0.01) == [1, 2])
    #expect(try others(0.1) == [1, 2])
    #expect(try others(0.2) == [1])
  }

  @Test("strings that slip are seen in the misfit")
  func misfit() throws {
    var guitar = TremoloGuitar(seed: 8)
    let smooth = try #require(
      memory(of: &guitar, turning: [0, 1, 2, 3, 4, 5]).couplings.misfit)
    #expect(smooth < 2)
    var memory = StrokeMemory(stringCount: 6)
    var cents = [Double](repeating: 0, count: 6)
    for turn in 0..<8 {
      memory.add(Self.stroke(cents))
      // The same turn lowers the third string and raises it the next time.
      cents[0] += 20
      cents[2] += turn.isMultiple(of: 2) ? -6 : 6
    }
    #expect(try #require(memory.couplings.misfit) > 2)
  }

  @Test("a table of movements has the couplings for one turn")
  func movements() throws {
    var guitar = TremoloGuitar(seed: 3)
    let couplings = memory(of: &guitar, turning: [0, 2, 4]).couplings
    let table = couplings.movements(byTurn: Cents(10))
    #expect(table.map(\.count) == Array(repeating: 6, count: 6))
    for string in 0..<6 {
      #expect(table[string][string] == nil)
      for turned in 0..<6 where turned != string {
        let movement = try #require(table[string][turned])
        #expect(movement.change.value == 10 * couplings.coupling(of: string, to: turned))
        #expect(movement.sigma.value == 10 * couplings.sigma(of: string, to: turned))
      }
    }
  }

  /// The couplings of one turn of the first of two strings, by which the other moves.
  private func couplings(turn: Double, change: Double, sigma: Double) throws -> StringCouplings {
    let move = try #require(
      StringMove(
        from: Self.stroke([0, 0], sigma: sigma), to: Self.stroke([turn, change], sigma: sigma)))
    return StringCouplings(of: [move], stringCount: 2)
  }

  @Test("couplings are shown from three standard deviations on", arguments: [0.1, 0.3, 0.6, 1, 2])
  func significance(sigma: Double) throws {
    let couplings = try couplings(turn: 10, change: -2, sigma: sigma)
    let deviations =
      abs(couplings.coupling(of: 1, to: 0)) / couplings.sigma(of: 1, to: 0)
    #expect(deviations < 3 || deviations > 3.1, "the turn decides nothing")
    #expect(couplings.isSignificant == (deviations > 3), "\(deviations)")
  }

  @Test("the turns of the test above lie on both sides of the limit, and near it")
  func significances() throws {
    let deviations = try [0.1, 0.3, 0.6, 1, 2].map { sigma in
      let couplings = try couplings(turn: 10, change: -2, sigma: sigma)
      return abs(couplings.coupling(of: 1, to: 0)) / couplings.sigma(of: 1, to: 0)
    }
    #expect(
      deviations.contains { (3...6).contains($0) } && deviations.contains { $0 < 3 },
      "\(deviations)")
  }

  @Test("a coupling below a hundredth is not shown, however certain it is")
  func notable() throws {
    for (change, isShown) in [(-3.0, false), (-9, true)] {
      let couplings = try couplings(turn: 600, change: change, sigma: 0.1)
      let size = abs(couplings.coupling(of: 1, to: 0))
      #expect(size > 3 * couplings.sigma(of: 1, to: 0))
      #expect((size > 0.01) == isShown && couplings.isSignificant == isShown, "\(size)")
    }
  }
}
