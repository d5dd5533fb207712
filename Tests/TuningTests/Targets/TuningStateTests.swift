// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Tuning state")
struct TuningStateTests {
  struct Row: CustomTestStringConvertible {
    let cents: Double?
    let confidence: Double?
    let state: TuningState
    var testDescription: String {
      let cents = cents.map { "\($0)" } ?? "no"
      let confidence = confidence.map { "\($0)" } ?? "no"
      return "\(cents) cents, \(confidence) confidence"
    }
  }

  /// The table of the contract, at each edge and one ulp to either side of it.
  static let rows = [
    Row(cents: 0, confidence: nil, state: .silent),
    Row(cents: 0, confidence: 0.3.nextDown, state: .silent),
    Row(cents: 0, confidence: 0.3, state: .detecting),
    Row(cents: 0, confidence: 0.7.nextDown, state: .detecting),
    Row(cents: 0, confidence: 0.7, state: .inTune),
    Row(cents: nil, confidence: 0.7, state: .active),
    Row(cents: .nan, confidence: 1, state: .active),
    Row(cents: .infinity, confidence: 1, state: .active),
    Row(cents: 10, confidence: 1, state: .inTune),
    Row(cents: -10, confidence: 1, state: .inTune),
    Row(cents: 10.0.nextUp, confidence: 1, state: .slightlySharp),
    Row(cents: -(10.0.nextUp), confidence: 1, state: .slightlyFlat),
    Row(cents: 25, confidence: 1, state: .slightlySharp),
    Row(cents: -25, confidence: 1, state: .slightlyFlat),
    Row(cents: 25.0.nextUp, confidence: 1, state: .verySharp),
    Row(cents: -(25.0.nextUp), confidence: 1, state: .veryFlat),
    Row(cents: 0, confidence: .nan, state: .silent),
  ]

  @Test("agrees with the documented table at every limit", arguments: rows)
  func table(row: Row) {
    let cents = row.cents.map { Cents($0) }
    #expect(TuningState(cents: cents, confidence: row.confidence) == row.state)
  }

  @Test(
    "every tolerance has the limits of the table, to one ulp on either side",
    arguments: [0.5, 1, 2, 3, 5, 7.5, 10, 20])
  func everyTolerance(cents: Double) throws {
    let tolerance = try TuningTolerance(inTune: Cents(cents))
    let state = { TuningState(cents: Cents($0), confidence: 1, tolerance: tolerance) }
    let outer = 2.5 * cents
    #expect(
      [cents.nextDown, cents, cents.nextUp].map(state) == [.inTune, .inTune, .slightlySharp])
    #expect(
      [-cents.nextDown, -cents, -(cents.nextUp)].map(state) == [.inTune, .inTune, .slightlyFlat])
    #expect(
      [outer.nextDown, outer, outer.nextUp].map(state)
        == [.slightlySharp, .slightlySharp, .verySharp])
    #expect(
      [-outer.nextDown, -outer, -(outer.nextUp)].map(state)
        == [.slightlyFlat, .slightlyFlat, .veryFlat])
  }

  @Test("the noise gate has its set level, to one ulp on either side", arguments: [0.1, 0.3, 0.6])
  func noiseGate(gate: Double) {
    let state = { TuningState(cents: Cents(0), confidence: $0, noiseGate: gate) }
    #expect([gate.nextDown, gate, gate.nextUp].map(state) == [.silent, .detecting, .detecting])
  }

  @Test("the range of a slight deviation is 2.5 times the tolerance")
  func tolerance() throws {
    let tolerance = try TuningTolerance(inTune: Cents(2))
    let state = { TuningState(cents: Cents($0), confidence: 1, tolerance: tolerance) }
    #expect(state(2) == .inTune)
    #expect(state(2.0.nextUp) == .slightlySharp)
    #expect(state(5) == .slightlySharp)
    #expect(state(-(5.0.nextUp)) == .veryFlat)
    for bad in [0.49, 20.01, .nan] {
      #expect(throws: TuningError.self) { _ = try TuningTolerance(inTune: Cents(bad)) }
    }
  }
}
