// SPDX-License-Identifier: MIT

/// A relative error in millionths, such as that of a clock.
///
/// An error of 29 millionths is 0.05 cents.
public struct PartsPerMillion: Hashable, Comparable, Sendable {
  /// The signed number of millionths; positive is fast.
  public var value: Double

  /// Makes an error of `value` millionths.
  @inlinable public init(_ value: Double) { self.value = value }

  /// The values of a clock's error that the programs and the libraries correct: up to 35 cents,
  /// more than any sound card has.
  ///
  /// The range is one of numbers, because it must not contain NaN.
  package static let permittedValues = -20_000.0...20_000.0

  /// No error.
  public static let zero = PartsPerMillion(0)

  /// The time that the clock counts in one second: 1 + value·10⁻⁶, exactly 1 for zero.
  @inlinable public var ratio: Double { 1 + value * 1e-6 }

  /// Compares two errors by their signed size.
  @inlinable public static func < (left: PartsPerMillion, right: PartsPerMillion) -> Bool {
    left.value < right.value
  }
}

extension Hertz {
  /// Returns the true frequency of a sound whose samples were counted by a wrong clock.
  ///
  /// A device that samples too fast spreads a period over more samples, so the measured frequency
  /// is too low.
  ///
  /// - Parameter clock: the error of the device's clock, positive if it is fast.
  /// - Returns: f·(1 + ppm·10⁻⁶); exactly f for an error of zero.
  @inlinable public func corrected(for clock: PartsPerMillion) -> Hertz {
    Hertz(value * clock.ratio)
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension PartsPerMillion: Codable {}
#endif
