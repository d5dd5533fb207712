// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("The strings of a stroke")
struct StrumTargetTests {
  private func targets(of tuning: InstrumentTuning) throws -> [StrumTarget] {
    StrumTarget.targets(
      of: try tuning.tunedStrings(in: PitchSystem(reference: .concert, temperament: .equal)))
  }

  @Test("a unison course is one string, and no other strings are")
  func courses() throws {
    let twelve = try #require(InstrumentTuning.preset("twelve_string"))
    let joint = try targets(of: twelve).filter { $0.positions.count > 1 }
    #expect(joint.map(\.positions) == [[4, 3], [2, 1]])
    #expect(joint.allSatisfy { $0.spread == Cents(0) && !$0.hasDifferentTargets })
    #expect(try targets(of: .standard).allSatisfy { $0.positions.count == 1 })
  }

  @Test("strings that are measured as one keep the largest distance between their targets")
  func spread() throws {
    let twelve = try #require(InstrumentTuning.preset("twelve_string"))
    let sweetened = try twelve.sweetened(by: [4: Cents(-10), 3: Cents(-40), 2: Cents(5)])
    let joint = try targets(of: sweetened).filter { $0.positions.count > 1 }
    #expect(joint.map { ($0.spread.value * 1e6).rounded() / 1e6 } == [30, 5])
    #expect(joint.allSatisfy { $0.hasDifferentTargets })
    // 50 cents above E2 is 50 cents below F2, and so less than 60 from it.
    let near = try InstrumentTuning(literal: "E2 F2 A2 D3").sweetened(by: [4: Cents(50)])
    let first = try targets(of: near)[0]
    #expect(first.positions == [4, 3] && first.hasDifferentTargets)
    #expect(abs(first.spread.value - 50) < 1e-9)
  }

  @Test("a difference that no reading shows is none")
  func rounding() throws {
    let twelve = try #require(InstrumentTuning.preset("twelve_string"))
    let stretched = try twelve.sweetened(by: [4: Cents(0.04)])
    #expect(try targets(of: stretched).allSatisfy { !$0.hasDifferentTargets })
    let shown = try twelve.sweetened(by: [4: Cents(0.07)])
    #expect(try targets(of: shown).filter(\.hasDifferentTargets).map(\.positions) == [[4, 3]])
  }
}
