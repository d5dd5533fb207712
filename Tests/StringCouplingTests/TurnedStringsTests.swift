// SPDX-License-Identifier: MIT

import TestSignals
import Testing

@testable import StringCoupling

@Suite("Turns of a set of strings on one bridge")
struct TurnedStringsTests {
  private struct Draw {
    var deviations: [Double]
    var falls: [Double]
    var movements: [Double]

    init(seed: UInt64) {
      var draws = SplitMix64(seed: seed, name: "turned strings")
      deviations = (0..<6).map { _ in draws.nextUniform(in: -20...20) }
      falls = (0..<6).map { _ in draws.nextUniform(in: 0...0.3) }
      movements = (0..<6).map { _ in draws.nextUniform(in: 0.5...1.5) }
    }

    func turned(_ strings: Int, within limit: Double, staying: Double? = nil) -> TurnedStrings? {
      TurnedStrings(
        strings, from: deviations, falls: falls, movements: movements, within: limit,
        staying: staying ?? limit)
    }

    /// Returns the deviations after turns, by the matrix of couplings.
    func deviations(after turns: [Double]) -> [Double] {
      deviations.indices.map { row in
        turns.indices.reduce(deviations[row]) {
          $0 + turns[$1] * (row == $1 ? 1 : -falls[row] * movements[$1])
        }
      }
    }
  }

  @Test("the rests are those of the couplings, and within the limit", arguments: UInt64(1)...10)
  func rests(seed: UInt64) throws {
    let draw = Draw(seed: seed)
    for set in 0..<64 {
      guard let turned = draw.turned(set, within: 8) else { continue }
      for (rest, wanted) in zip(turned.rest, draw.deviations(after: turned.turns)) {
        #expect(abs(rest - wanted) < 1e-9, "set \(set)")
        #expect(abs(rest) <= 8 + 1e-9, "set \(set)")
      }
      for index in 0..<6 where set & 1 << index == 0 { #expect(turned.turns[index] == 0) }
    }
    #expect(try #require(draw.turned(63, within: 8)).squares < 1e-18)
  }

  @Test("turned strings and those that stay have limits of their own", arguments: UInt64(1)...10)
  func limits(seed: UInt64) {
    let draw = Draw(seed: seed)
    for set in 1..<63 {
      guard let turned = draw.turned(set, within: 4, staying: 9) else { continue }
      for index in 0..<6 {
        let limit = set & 1 << index == 0 ? 9.0 : 4
        #expect(abs(turned.rest[index]) <= limit + 1e-9, "set \(set)")
      }
    }
    #expect(draw.turned(31, within: 4, staying: 1000) != nil)
    #expect(draw.turned(0, within: 1000, staying: 0.001) == nil)
  }

  @Test(
    "no other turns have smaller squares where the limit does not bind", arguments: UInt64(1)...10)
  func least(seed: UInt64) throws {
    let draw = Draw(seed: seed)
    var draws = SplitMix64(seed: seed, name: "other turns")
    for set in [7, 21, 31, 62] {
      let turned = try #require(draw.turned(set, within: 1000))
      for _ in 0..<50 {
        let other = turned.turns.indices.map { index in
          set & 1 << index == 0
            ? 0 : turned.turns[index] + draws.nextUniform(in: -3...3)
        }
        let squares = draw.deviations(after: other).reduce(0) { $0 + $1 * $1 }
        #expect(squares >= turned.squares - 1e-9, "set \(set)")
      }
    }
  }

  /// The least limit with which a set suffices, by bisection; compared with a search over turns.
  @Test("a set that is refused has no turns that suffice", arguments: UInt64(1)...10)
  func refused(seed: UInt64) throws {
    let draw = Draw(seed: seed)
    for set in [3, 12, 40, 7, 56] {
      var (low, high) = (0.0, 100.0)
      for _ in 0..<50 {
        let middle = (low + high) / 2
        if draw.turned(set, within: middle) == nil { low = middle } else { high = middle }
      }
      let best = try #require(draw.turned(set, within: high * (1 + 1e-12)))
      var draws = SplitMix64(seed: seed, name: "search of turns")
      for _ in 0..<200 {
        let other = best.turns.indices.map { index in
          set & 1 << index == 0 ? 0 : best.turns[index] + draws.nextUniform(in: -5...5)
        }
        let worst = draw.deviations(after: other).reduce(0) { max($0, abs($1)) }
        #expect(worst >= high - 1e-6, "set \(set)")
      }
    }
  }

  @Test("no string is turned where all are within the limit")
  func none() throws {
    var draw = Draw(seed: 1)
    draw.deviations = [1, -2, 0, 2, -1, 0]
    #expect(try #require(draw.turned(0, within: 2)).turns.allSatisfy { $0 == 0 })
    #expect(draw.turned(0, within: 1.9) == nil)
    // A movement of the bridge would bring these strings in tune, but no turn moves it.
    draw.deviations = draw.falls.map { -100 * $0 }
    #expect(draw.turned(0, within: 2) == nil)
  }
}
