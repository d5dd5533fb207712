// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("A line of a stroke")
struct StrumLineTests {
  @Test("counts its power by its significance")
  func ownPower() {
    var line = StrumLine(
      string: 0, number: 1, frequency: 110, inharmonicitySigma: 1e-5, glideVariance: 1e-6)
    line.amplitude = ComplexValue(2, 0)
    line.significance = 1e6
    #expect(abs(line.ownPower - 4) < 0.001)
    line.significance = StrumLine.significant
    #expect(line.ownPower == 2)
    line.significance = 0
    #expect(line.ownPower == 0)
  }
}
