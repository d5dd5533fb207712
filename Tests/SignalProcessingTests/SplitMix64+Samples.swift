// SPDX-License-Identifier: MIT

import TestSignals

extension SplitMix64 {
  /// Draws samples uniform between −1 and 1.
  mutating func samples(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &self) }
  }
}
