// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("PitchStability")
struct PitchStabilityTests {
  @Test("counts the time for which a pitch stays, and starts again where it leaves")
  func counts() {
    var stability = PitchStability()
    for _ in 0..<11 { stability.add(110, after: 0.02) }
    #expect(abs(stability.unbroken - 0.2) < 1e-12)
    #expect(abs(stability.steady - 0.2) < 1e-12)
    stability.add(120, after: 0.02)
    #expect(stability.unbroken == 0)
    #expect(stability.steady == 0)
  }

  @Test("counts a slow slide as continuous, but not as steady")
  func slide() {
    var stability = PitchStability()
    var frequency = 110.0
    for _ in 0..<60 {
      stability.add(frequency, after: 0.02)
      frequency *= 1.02
    }
    #expect(stability.unbroken > 1)
    #expect(stability.steady < 0.1)
  }
}
