// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@Suite("Least turns of a guitar with a floating bridge")
struct TremoloGuitarTests {
  @Test("a guitar in tune needs no turn, and one turned peg one turn", arguments: UInt64(1)...5)
  func few(seed: UInt64) {
    var guitar = TremoloGuitar(seed: seed)
    #expect(guitar.leastTurns(within: 2) == 0)
    guitar.turn(3, to: 40)
    #expect(guitar.leastTurns(within: 2) == 1)
    guitar.turn(1, to: -60)
    #expect(guitar.leastTurns(within: 2) == 2)
  }

  @Test("a guitar of which every string is far off needs a turn of each", arguments: UInt64(1)...5)
  func all(seed: UInt64) {
    var guitar = TremoloGuitar(seed: seed)
    guitar.detune(to: [-300, 310, -290, 280, -310, 300])
    #expect(guitar.leastTurns(within: 2) == 6)
  }

  /// Tries many turns of the pegs of each smaller set.
  @Test("no turns of fewer pegs are found by trying", arguments: UInt64(1)...6)
  func tried(seed: UInt64) {
    var draws = SplitMix64(seed: seed, name: "tried turns")
    var guitar = TremoloGuitar(seed: seed)
    guitar.detune(to: (0..<6).map { _ in draws.nextUniform(in: -12...12) })
    let least = guitar.leastTurns(within: 5)
    for set in 0..<64 where (set as Int).nonzeroBitCount < least {
      for _ in 0..<20 {
        var other = guitar
        for string in 0..<6 where set & 1 << string != 0 {
          other.turn(string, to: draws.nextUniform(in: -8...8))
        }
        #expect(!other.cents.allSatisfy { abs($0) <= 5 }, "set \(set)")
      }
    }
  }
}
