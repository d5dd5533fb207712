// SPDX-License-Identifier: MIT

import Acoustics
import Testing
import Tuning

@Suite("Bridge intonation")
struct BridgeIntonationTests {
  /// f ∝ 1 / length: moved by Δ, the open string has L + Δ and the fretted half L/2 + Δ.
  @Test("the computed shift corrects the octave", arguments: [-20.0, -3, 0, 0.5, 5, 30])
  func shift(cents: Double) throws {
    let (open, fretted) = (Hertz(110), Hertz(220).raised(by: Cents(cents)))
    let intonation = try #require(BridgeIntonation(open: open, fretted: fretted))
    #expect(abs(intonation.deviation.value - cents) < 1e-9)
    let length = 648.0
    let shift = intonation.saddleShift(scaleLength: length)
    let moved = (
      open: open.value * length / (length + shift),
      fretted: fretted.value * (length / 2) / (length / 2 + shift)
    )
    #expect(abs(moved.fretted / (2 * moved.open) - 1) < 1e-12)
    #expect((shift > 0) == (cents > 0))
  }

  @Test(
    "two notes that are not an octave apart give no result",
    arguments: [110.0, 196, 208, 213.6, 226.5, 233, 233.1, 440, .nan])
  func refusals(hertz: Double) {
    #expect(BridgeIntonation(open: Hertz(110), fretted: Hertz(hertz)) == nil)
  }
}
