// SPDX-License-Identifier: MIT

import Foundation

/// Returns a plucked string behind half a second of silence: ten partials that decay, the higher
/// the faster.
///
/// - Parameters:
///   - frequency: of the first partial, in hertz.
///   - seconds: how long it rings.
///   - rate: samples a second.
/// - Returns: the samples, full scale ±1.
public func pluckedString(_ frequency: Double, seconds: Double, rate: Int) -> [Float] {
  let silence = [Float](repeating: 0, count: rate / 2)
  let count = Int(seconds * Double(rate))
  return silence
    + (0..<count).map { index in
      let time = Double(index) / Double(rate)
      let sum = (1...10).reduce(0.0) { sum, partial in
        let number = Double(partial)
        return sum + sin(2 * .pi * number * frequency * time) * exp(-time * number) / number
      }
      return Float(0.2 * sum)
    }
}
