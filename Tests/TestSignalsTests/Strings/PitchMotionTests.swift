// SPDX-License-Identifier: MIT

import Acoustics
import Foundation
import TestSignals
import Testing

@Suite("Movements of a pitch")
struct PitchMotionTests {
  private static let motions: [PitchMotion] = [
    .move(interval: Cents(200), start: 0.4, duration: 0.3),
    .move(interval: Cents(-500), start: 0.1, duration: 0.05),
    .vibrato(rate: Hertz(5.5), depth: Cents(30), start: 0.3),
  ]

  @Test("the phase function M is the integral of the pitch function m", arguments: motions)
  func integral(motion: PitchMotion) {
    let step = 1e-4
    var sum = 0.0
    for index in 0..<12_000 {
      // The rule's error is step²/24 of the second derivative: below 1e-7 here.
      #expect(abs(motion.excessTime(at: Double(index) * step) - sum) < 1e-7)
      sum += step * motion.excess(at: (Double(index) + 0.5) * step)
    }
  }

  @Test("a bend starts at the pitch and ends an interval above it")
  func bend() {
    var string = StringModel(
      fundamental: Hertz(220), spectrum: StringRenderingTests.spectrum)
    string.motion = .move(interval: Cents(200), start: 0.4, duration: 0.3)
    #expect(string.frequency(ofPartial: 1, at: 0.4) == Hertz(220))
    let top = string.frequency(ofPartial: 1, at: 0.7).interval(above: Hertz(220))
    #expect(abs(top.value - 200) < 1e-9)
    // Half of the way in hertz: 110·(2^(1/6) + 1).
    #expect(abs(string.frequency(ofPartial: 1, at: 0.55).value - 110 * (1 + 1.122_462_048)) < 1e-6)
  }

  @Test("a vibrato swings by its depth above the pitch, at its rate")
  func vibrato() {
    let motion = PitchMotion.vibrato(rate: Hertz(5), depth: Cents(40), start: 0.3)
    #expect(motion.excess(at: 0.3) == 0)
    // A quarter of a swing of 0.2 s.
    #expect(abs(1200 * log2(1 + motion.excess(at: 0.35)) - 40) < 1e-9)
    #expect(abs(motion.excess(at: 0.4)) < 1e-12)
  }
}
