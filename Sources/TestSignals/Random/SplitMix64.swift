// SPDX-License-Identifier: MIT

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
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    var mixer = SplitMix64(seed: seed)
    state = mixer.next() ^ hash
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
