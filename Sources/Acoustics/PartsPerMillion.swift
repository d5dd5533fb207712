// SPDX-License-Identifier: MIT

/// A number of millionths: how far a clock is off.
///
/// 29 of them are a twentieth of a cent.
public struct PartsPerMillion: Hashable, Comparable, Codable, Sendable {
  /// The signed number of millionths; positive is fast.
  public var value: Double

  /// Makes a share of `value` millionths.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Nothing off.
  public static let zero = PartsPerMillion(0)

  /// What the clock counts for each one that there is: 1 + value·10⁻⁶, and exactly 1 for zero.
  @inlinable public var ratio: Double { 1 + value * 1e-6 }

  /// Compares two shares by their signed size.
  @inlinable public static func < (left: PartsPerMillion, right: PartsPerMillion) -> Bool {
    left.value < right.value
  }
}

extension Hertz {
  /// Returns the frequency of a sound that was heard as this one by samples of a clock that is off.
  ///
  /// A device that samples too fast spreads a period over more samples, so the sound seems too low.
  ///
  /// - Parameter clock: by how much the device's clock is fast.
  /// - Returns: f·(1 + ppm·10⁻⁶); to the bit the same for a clock that isn't off.
  @inlinable public func corrected(for clock: PartsPerMillion) -> Hertz {
    Hertz(value * clock.ratio)
  }
}
