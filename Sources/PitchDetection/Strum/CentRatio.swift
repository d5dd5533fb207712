// SPDX-License-Identifier: MIT

internal import Acoustics

/// Conversions between ratios of frequencies and cents, with elementary functions that return the
/// same bits everywhere.
enum CentRatio {
  /// The interval of a factor e in cents: 1200/ln 2.
  static let perNeper = 1731.234_049_066_756_2

  /// Returns 1200·log2(ratio).
  @inline(__always)
  static func cents(of ratio: Double) -> Double { 1200 * binaryLogarithm(of: ratio) }

  /// Returns 2^(cents/1200).
  @inline(__always)
  static func ratio(of cents: Double) -> Double { powerOfTwo(cents * (1 / 1200.0)) }
}
