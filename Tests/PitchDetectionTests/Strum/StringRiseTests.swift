// SPDX-License-Identifier: MIT

import SignalProcessing
import Testing

@testable import PitchDetection

@Suite("The decision that an onset is that of a string")
struct StringRiseTests {
  /// A spectrum with the same power in each of a thousand bins a hertz apart.
  private func energy(_ power: Double) -> DifferenceEnergy {
    DifferenceEnergy(FixedArray(repeating: power, count: 1000), in: 0..<1000, seconds: 1)
  }

  /// Decides about an onset after strings with a power.
  private func isFound(
    before: Double, total: Double?, now: Double, rest: Double
  ) -> Bool {
    var rise = StringRise()
    rise.measure(energy(before), rest: energy(0))
    rise.begin(after: total.map(energy))
    rise.measure(energy(now), rest: energy(rest))
    rise.decide()
    return rise.isFound
  }

  @Test("strings that ring on begin no stroke, and strings that rise do")
  func rise() {
    #expect(!isFound(before: 1, total: 1, now: 0.9, rest: 0))
    #expect(!isFound(before: 1, total: 1, now: 1.5, rest: 0))
    #expect(isFound(before: 1, total: 1, now: 1.7, rest: 0))
  }

  @Test("strings that a hand stopped before the onset do not count")
  func stopped() {
    #expect(isFound(before: 1, total: 0.1, now: 0.2, rest: 0))
    #expect(!isFound(before: 1, total: nil, now: 0.2, rest: 0))
  }

  @Test("a spectrum that the strings do not explain is a noise")
  func noise() {
    #expect(isFound(before: 0, total: 0, now: 1, rest: 0.3))
    #expect(!isFound(before: 0, total: 0, now: 1, rest: 0.5))
  }

  @Test("the energies are those of the formula")
  func energies() {
    // Σ f² and Σ f⁴ of 0…999 Hz in kilohertz.
    let sum = energy(2)
    #expect(abs(sum.power - 2000) < 1e-6)
    #expect(abs(sum.first - 2 * 332.8335) < 1e-6)
    #expect(abs(sum.second - 2 * 199.500_333_3) < 1e-5)
  }
}
