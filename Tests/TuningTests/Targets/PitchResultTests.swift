// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Pitch result")
struct PitchResultTests {
  private static let heard = PitchEstimate(frequency: Hertz(110), confidence: 0.5)

  private func result(
    sure estimate: PitchEstimate? = nil, unclear: PitchEstimate? = nil
  ) -> PitchResult {
    PitchResult(timestamp: SamplePosition(800), estimate: estimate, unclear: unclear)
  }

  @Test("has a clear or an unclear result, never both")
  func oneOfTwo() {
    let sure = result(sure: Self.heard)
    #expect(sure.estimate == Self.heard && sure.unclear == nil)
    let unclear = result(unclear: Self.heard)
    #expect(unclear.estimate == nil && unclear.unclear == Self.heard)
    #expect(sure != unclear)
    var other = Self.heard
    other.frequency = Hertz(220)
    #expect(result(sure: Self.heard, unclear: other) == sure)
    #expect(result().estimate == nil && result().unclear == nil)
  }

  @Test("without its estimate it is empty, and an estimate replaces an unclear result")
  func replaced() {
    var changed = result(sure: Self.heard)
    changed.estimate = nil
    #expect(changed == result())
    changed = result(unclear: Self.heard)
    changed.estimate = nil
    #expect(changed == result(unclear: Self.heard))
    changed.estimate = Self.heard
    #expect(changed == result(sure: Self.heard))
  }
}
