// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import PitchDetection

@Suite("The lobe of a Hann window")
struct HannLobeTests {
  /// ∫ (1 + cos 2πt)·cos 2πxt dt from −½ to ½, by the midpoint rule, whose error falls with the
  /// square of the step.
  private func integral(_ x: Double) -> Double {
    let steps = 20000
    return (0..<steps).reduce(0) { sum, index in
      let time = (Double(index) + 0.5) / Double(steps) - 0.5
      return sum + (1 + cos(2 * .pi * time)) * cos(2 * .pi * x * time) / Double(steps)
    }
  }

  @Test("is the integral over the window, also near the poles of the formula")
  func integral() {
    let places =
      Array(stride(from: -12.3, through: 12.3, by: 0.37)) + [0, 1e-7, 0.999_999_9, 1, -1, 1.001]
    for x in places {
      #expect(abs(HannLobe.value(at: x) - integral(x)) < 1e-6, "\(x)")
    }
  }

  @Test("is 1 in the middle, ½ one bin away, and 0 at every other whole number of bins")
  func zeros() {
    #expect(HannLobe.value(at: 0) == 1)
    #expect(HannLobe.value(at: 1) == 0.5 && HannLobe.value(at: -1) == 0.5)
    for x in 2...40 {
      #expect(HannLobe.value(at: Double(x)) == 0 && HannLobe.value(at: -Double(x)) == 0)
    }
  }
}
