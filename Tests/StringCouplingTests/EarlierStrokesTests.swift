// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling
import TestSignals
import Testing

@Suite("Earlier strokes of the same guitar")
struct EarlierStrokesTests {
  private static let targets = [82.41, 110, 146.83, 196, 246.94, 329.63].map { Hertz($0) }

  private static func stroke(_ cents: [Double]) -> [StrokeDeviation?] {
    cents.map { StrokeDeviation(Cents($0), sigma: Cents(0.1)) }
  }

  /// The strokes of a player who turns each string of a guitar up by 15 cents.
  private static func series(of guitar: inout TremoloGuitar) -> EarlierStrokes.Series {
    var strokes = [stroke(guitar.cents)]
    for string in 0..<6 {
      guitar.turn(string, to: guitar.cents[string] + 15)
      strokes.append(stroke(guitar.cents))
    }
    return strokes
  }

  @Test("the couplings are known before the first stroke")
  func known() throws {
    var guitar = TremoloGuitar(seed: 4)
    let earlier = try #require(
      EarlierStrokes(targets: Self.targets, series: [Self.series(of: &guitar)]))
    var memory = try #require(earlier.memory(for: Self.targets))
    #expect(memory.couplings.turnCount == 6)
    #expect(memory.isReady)
    #expect(memory.deviations == Array(repeating: nil, count: 6))
    guitar.detune(to: [-30, -30, -30, -30, -30, -30])
    memory.add(Self.stroke(guitar.cents))
    #expect(memory.plan(tolerance: Cents(3)).steps.count > 1)
  }

  @Test("the detuning between two series is not taken for a turn")
  func betweenSeries() throws {
    var guitar = TremoloGuitar(seed: 4)
    let first = Self.series(of: &guitar)
    let last = guitar.cents
    // Only the first string differs, as if its peg had been turned.
    let second = [Self.stroke([last[0] - 40] + last[1...])]
    let earlier = try #require(EarlierStrokes(targets: Self.targets, series: [first, second]))
    var memory = try #require(earlier.memory(for: Self.targets))
    #expect(memory.couplings.turnCount == 6)
    memory.add(Self.stroke(last))
    #expect(memory.lastMove == nil && memory.couplings.turnCount == 6)
    let joined = try #require(EarlierStrokes(targets: Self.targets, series: [first + second]))
    #expect(joined.memory(for: Self.targets)?.couplings.turnCount == 7)
  }

  @Test("another reference pitch keeps the couplings, another tuning does not")
  func tunings() throws {
    var guitar = TremoloGuitar(seed: 4)
    let earlier = try #require(
      EarlierStrokes(targets: Self.targets, series: [Self.series(of: &guitar)]))
    let higher = Self.targets.map { $0.raised(by: Cents(31)) }
    #expect(earlier.memory(for: higher) == earlier.memory(for: Self.targets))
    var dropped = Self.targets
    dropped[0] = Hertz(73.42)
    #expect(earlier.memory(for: dropped) == nil)
    #expect(earlier.memory(for: Array(Self.targets.dropLast())) == nil)
  }

  @Test("a stroke without a place for each string is refused")
  func shapes() {
    #expect(EarlierStrokes(targets: Self.targets, series: [[Self.stroke([1, 2])]]) == nil)
    #expect(EarlierStrokes(targets: [Hertz(0), Hertz(110)], series: []) == nil)
    #expect(EarlierStrokes(targets: Self.targets, series: []) != nil)
  }
}
