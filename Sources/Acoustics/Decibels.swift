// SPDX-License-Identifier: MIT

internal import CMathematics

/// A level in decibels; in dBFS, where full scale is a sample value of 1.
public struct Decibels: Hashable, Comparable, Sendable {
  /// The level of a doubled power in decibels, 10·log₁₀ 2.
  ///
  /// It converts binary logarithms, so one logarithm serves levels and intervals.
  private static let perOctave = 3.010_299_956_639_812

  /// The level that stands for digital silence where levels are compared, in dBFS.
  ///
  /// It is below the noise of every converter.
  package static let digitalSilence = Decibels(-120)

  /// The level; finite, negative below full scale.
  public var value: Double

  /// Makes a level of `value` decibels.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Makes the level of an amplitude ratio: 20·log10(amplitude), `nil` for zero or below.
  public init?(amplitude: Double) {
    guard amplitude > 0, amplitude.isFinite else { return nil }
    value = 2 * Self.perOctave * binaryLogarithm(of: amplitude)
  }

  /// Makes the level of a power ratio: 10·log10(power), `nil` for zero or below.
  public init?(power: Double) {
    guard power > 0, power.isFinite else { return nil }
    value = Self.perOctave * binaryLogarithm(of: power)
  }

  /// The amplitude ratio of this level: 10^(value / 20).
  public var amplitude: Double { pow(10, value / 20) }

  /// Compares two levels by their value.
  @inlinable public static func < (left: Decibels, right: Decibels) -> Bool {
    left.value < right.value
  }
}

// Written out because the derived forms negate `<`: NaN would then lie within every range.
extension Decibels {
  /// Compares two levels by their value.
  @inlinable public static func <= (left: Decibels, right: Decibels) -> Bool {
    left.value <= right.value
  }

  /// Compares two levels by their value.
  @inlinable public static func > (left: Decibels, right: Decibels) -> Bool {
    left.value > right.value
  }

  /// Compares two levels by their value.
  @inlinable public static func >= (left: Decibels, right: Decibels) -> Bool {
    left.value >= right.value
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension Decibels: Codable {}
#endif
