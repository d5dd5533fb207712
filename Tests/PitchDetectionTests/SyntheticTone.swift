// SPDX-License-Identifier: MIT

import Foundation

/// A periodic tone with partials 1…n of amplitude 1/k and spread phases: exactly periodic, so its
/// repetition rate is `frequency` by definition.
func periodicTone(
  _ frequency: Double, rate: Int, count: Int, partials: Int = 8, amplitude: Double = 0.1
) -> [Float] {
  let audible = max(1, min(partials, Int(0.45 * Double(rate) / frequency)))
  var tone = [Float](repeating: 0, count: count)
  let turn = 2 * Double.pi * frequency
  let last = Double(audible)
  for index in 0..<count {
    let angle = turn * Double(index) / Double(rate)
    var (sum, number) = (0.0, 1.0)
    // A closure for each partial takes longer than the sine in unoptimised code.
    while number <= last {
      sum += sin(number * angle + number * number) / number
      number += 1
    }
    tone[index] = Float(amplitude * sum)
  }
  return tone
}
