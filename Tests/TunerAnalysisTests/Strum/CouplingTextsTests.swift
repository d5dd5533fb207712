// SPDX-License-Identifier: MIT

import Acoustics
import StringCoupling
import Testing

@testable import TunerAnalysis

@Suite("The texts about strings that move one another")
struct CouplingTextsTests {
  /// Strokes of six strings, each after a turn by 15 cents that moves the others by a share of it.
  private func memory(turns: [Int], share: Double, sigma: Double) -> StrokeMemory {
    var memory = StrokeMemory(stringCount: 6)
    var cents = [Double](repeating: -30, count: 6)
    func stroke() -> [StrokeDeviation?] {
      cents.map { StrokeDeviation(Cents($0), sigma: Cents(sigma)) }
    }
    memory.add(stroke())
    for turned in turns {
      for index in cents.indices { cents[index] += 15 * (index == turned ? 1 : -share) }
      memory.add(stroke())
    }
    return memory
  }

  @Test("strokes without a plan say which turn is missing, or that any order will do")
  func reservations() throws {
    let scenes = try StrokeScenes()
    let texts = EnglishCouplingTexts(target: scenes.settings.target, targets: scenes.targets)
    func text(_ turns: [Int], share: Double, sigma: Double) -> String? {
      texts.reservation(memory(turns: turns, share: share, sigma: sigma))
    }
    #expect(text([1, 4], share: 0.15, sigma: 0.1) == nil)
    #expect(
      text([1, 2, 3, 4], share: 0, sigma: 0.1)
        == "The strings hardly move one another: tune them in any order.")
    #expect(
      text([1], share: 0.15, sigma: 0.1)
        == "The turns of one peg do not show how all strings move one another. Turn another peg, "
        + "and stroke all strings again.")
    for share in [0, 0.15] {
      #expect(
        text([1, 4], share: share, sigma: 2)
          == "How the strings move one another is not measured well enough yet. Turn a peg by more, "
          + "and stroke all strings again.")
    }
  }
}
