// SPDX-License-Identifier: MIT

internal import Glibc

/// A source of independent values from N(0, 1).
///
/// Box & Muller 1958 (doi:10.1214/aoms/1177706645): √(−2·ln u)·(cos 2πv, sin 2πv), u in (0, 1].
/// The magnitude is at most √(2·53·ln 2) ≈ 8.6. The values repeat to the bit with one C library.
/// The `log`, `cos` and `sin` of another one may change the last bit of the `Double`.
package struct GaussianSource: Sendable {
  private var generator: SplitMix64
  private var spare: Double?

  /// Makes a source that draws from `generator`, two values from two 64-bit words.
  package init(_ generator: SplitMix64) { self.generator = generator }

  /// Returns the next value.
  package mutating func next() -> Double {
    if let value = spare {
      spare = nil
      return value
    }
    let radius = (-2 * log(1 - generator.nextUnit())).squareRoot()
    let angle = 2 * Double.pi * generator.nextUnit()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }
}
