// SPDX-License-Identifier: MIT

import Foundation

/// A periodic tone with partials 1…n of amplitude 1/k and spread phases: exactly periodic, so its
/// repetition rate is `frequency` by definition.
func periodicTone(
  _ frequency: Double, rate: Int, count: Int, partials: Int = 8, amplitude: Double = 0.1
) -> [Float] {
  let audible = max(1, min(partials, Int(0.45 * Double(rate) / frequency)))
  return (0..<count).map { index in
    let angle = 2 * Double.pi * frequency * Double(index) / Double(rate)
    let sum = (1...audible).map(Double.init).reduce(0.0) { sum, number in
      sum + sin(number * angle + number * number) / number
    }
    return Float(amplitude * sum)
  }
}
