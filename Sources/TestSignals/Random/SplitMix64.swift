// SPDX-License-Identifier: MIT

internal import Acoustics
internal import Glibc

/// SplitMix64: a 64-bit generator with the same sequence on every machine and in every build.
///
/// The state advances by the golden gamma and is mixed by two xor-shift-multiply rounds (Steele,
/// Lea & Flood 2014, doi:10.1145/2660193.2660195).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator from `seed`.
  package init(seed: UInt64) { state = seed }

  /// Makes a generator for a name: the seed is mixed with the FNV-1a hash of `name`.
  ///
  /// So the numbers of one name do not depend on the other names.
  package init(seed: UInt64, name: String) {
    var mixer = SplitMix64(seed: seed)
    state = mixer.next() ^ FNV1a(name.utf8).value
  }

  /// Returns the next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }

  /// Returns the next value uniform in 0 ..< 1: the upper 53 bits over 2⁵³.
  package mutating func nextUnit() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// Returns the next value uniform between the bounds of `range`.
  package mutating func nextUniform(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * nextUnit()
  }

  /// Returns the next index uniform in 0 ..< `count`: ⌊unit·count⌋, biased by less than count/2⁵³.
  ///
  /// - Precondition: `count` is above 0.
  package mutating func nextIndex(below count: Int) -> Int {
    precondition(count > 0, "There is no index below a count of 0.")
    return min(count - 1, Int(nextUnit() * Double(count)))
  }
}

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
