// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("Times of a stroke")
struct StrokeTimesTests {
  @Test("the onset detector and the stream's start use the same longest time between onsets")
  func strokeSeconds() {
    let seconds = Double(StrokeOnsets.strokeBlocks) * StrokeOnsets.blockSeconds
    #expect(abs(seconds - StrumEngine.strokeSeconds) < 1e-12)
  }

  @Test("the longest window leaves out the attack, and later a share of the time")
  func longestWindow() {
    #expect(StrumEngine.longestWindow(after: 0.1) == 0.1 - StrumEngine.attackSeconds)
    #expect(StrumEngine.longestWindow(after: 1) < 0.7)
    // No window is as short as those that would contain the attack.
    for age in stride(from: 0.04, through: 1.2, by: 0.01) {
      let begin = age - StrumEngine.longestWindow(after: age)
      #expect(begin >= StrumEngine.attackSeconds - 1e-12, "\(age) s after the onset")
    }
  }

  @Test("the greatest common divisor is that of the factors, and ignores 0")
  func divisor() {
    #expect(greatestCommonDivisor(of: 0, 6) == 6)
    #expect(greatestCommonDivisor(of: 6, 0) == 6)
    #expect(greatestCommonDivisor(of: 4 * 9, 6 * 25) == 6)
    #expect(greatestCommonDivisor(of: 7, 8) == 1)
  }
}
