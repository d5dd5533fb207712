// SPDX-License-Identifier: MIT

/// Random numbers that a seed repeats: SplitMix64 (Steele, Lea and Flood 2014,
/// doi:10.1145/2714064.2660195).
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Begins the sequence of a seed.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns the next number of `range`: that of `Int.random(in:using:)`.
  ///
  /// This module is optimised in the checks. In unoptimised tests, `random` of the standard library
  /// takes half a microsecond.
  public mutating func next(in range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns the next number of `range`: that of `Int64.random(in:using:)`.
  public mutating func next(in range: ClosedRange<Int64>) -> Int64 {
    Int64.random(in: range, using: &self)
  }
}
