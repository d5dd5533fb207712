// SPDX-License-Identifier: MIT

import Foundation
import TestSignals

extension SplitMix64 {
  /// Draws from the normal distribution of deviation 1 (Box & Muller 1958).
  mutating func normal() -> Double {
    let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
