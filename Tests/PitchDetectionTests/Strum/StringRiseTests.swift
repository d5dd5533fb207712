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
    before: Double, total: Double?, now: Double, residual: Double
  ) -> Bool {
    var rise = StringRise()
    rise.measure(energy(before), residual: energy(0))
    rise.begin(after: total.map(energy))
    rise.measure(energy(now), residual: energy(residual))
    rise.decide()
    return rise.isFound
  }

  @Test("strings that ring on begin no stroke, and strings that rise do")
  func rise() {
    #expect(!isFound(before: 1, total: 1, now: 0.9, residual: 0))
    #expect(!isFound(before: 1, total: 1, now: 1.5, residual: 0))
    #expect(isFound(before: 1, total: 1, now: 1.7, residual: 0))
  }

  @Test("strings that a hand stopped before the onset do not count")
  func stopped() {
    #expect(isFound(before: 1, total: 0.1, now: 0.2, residual: 0))
    #expect(!isFound(before: 1, total: nil, now: 0.2, residual: 0))
  }

  @Test("a spectrum that the strings do not explain is a noise")
  func noise() {
    #expect(isFound(before: 0, total: 0, now: 1, residual: 0.3))
    #expect(!isFound(before: 0, total: 0, now: 1, residual: 0.5))
  }

  // A string that is not found yet leaves low lines, and much of a noise is high.
  @Test(
    "either the power or the energy of the first difference must be explained",
    arguments: [(residual: 0.12, isString: true), (residual: 0.14, isString: false)])
  func power(residual: Double, isString: Bool) {
    // The high tenth holds 0.27 of the energy of the first difference, and leaves most of it.
    var rise = StringRise()
    rise.begin(after: energy(low: 0, high: 0))
    rise.measure(energy(low: 1, high: 0.2), residual: energy(low: 0, high: 1.2 * residual))
    #expect(rise.isExplained == isString)
  }

  /// A spectrum with a power in the lowest bins and another in the highest ones.
  private func energy(low: Double, high: Double) -> DifferenceEnergy {
    var powers = FixedArray(repeating: 0.0, count: 1000)
    for bin in 0..<100 {
      powers[bin] = low
      powers[900 + bin] = high
    }
    return DifferenceEnergy(powers, in: 0..<1000, seconds: 1)
  }

  @Test(
    "a sound that adds what the lines do not explain is a noise, although they explain everything else",
    arguments: [(residual: 0.6, isString: true), (residual: 0.7, isString: false)])
  func noiseOverLines(residual: Double, isString: Bool) {
    // The lines leave at most 16 % of the energy of the first difference. What they explain of that
    // of the second difference rises 13 times.
    let before = energy(low: 1000, high: 0)
    var rise = StringRise()
    rise.measure(before, residual: energy(low: 0, high: 0))
    rise.begin(after: before)
    rise.measure(energy(low: 1000, high: 1), residual: energy(low: 0, high: residual))
    rise.decide()
    #expect(rise.isExplained)
    #expect(rise.isFound == isString)
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
