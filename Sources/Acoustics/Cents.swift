// SPDX-License-Identifier: MIT

/// An interval in cents: a hundredth of an equal-tempered semitone, 1200 to the octave.
public struct Cents: Hashable, Comparable, Sendable {
  /// The signed size of the interval; positive is sharp.
  public var value: Double

  /// Makes an interval of `value` cents.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Compares two intervals by their signed size.
  @inlinable public static func < (left: Cents, right: Cents) -> Bool { left.value < right.value }

  /// The size of the interval without its direction.
  @inlinable public var magnitude: Cents { Cents(abs(value)) }

  /// Returns the same interval in the other direction.
  @inlinable public static prefix func - (interval: Cents) -> Cents { Cents(-interval.value) }
}

// Written out because the derived forms negate `<`: NaN would then lie within every range.
extension Cents {
  /// Compares two intervals by their signed size.
  @inlinable public static func <= (left: Cents, right: Cents) -> Bool {
    left.value <= right.value
  }

  /// Compares two intervals by their signed size.
  @inlinable public static func > (left: Cents, right: Cents) -> Bool {
    left.value > right.value
  }

  /// Compares two intervals by their signed size.
  @inlinable public static func >= (left: Cents, right: Cents) -> Bool {
    left.value >= right.value
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension Cents: Codable {}
#endif
