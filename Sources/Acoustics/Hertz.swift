// SPDX-License-Identifier: MIT

/// A frequency in hertz.
public struct Hertz: Hashable, Comparable, Sendable {
  /// The number of cycles a second.
  public var value: Double

  /// Makes a frequency of `value` cycles a second.
  @inlinable public init(_ value: Double) { self.value = value }

  /// Compares two frequencies by their value.
  @inlinable public static func < (left: Hertz, right: Hertz) -> Bool { left.value < right.value }

  /// Returns the interval from `reference` to this frequency: 1200·log2(self / reference).
  ///
  /// - Parameter reference: a frequency above 0.
  /// - Returns: the interval, positive if this frequency is the higher one.
  public func interval(above reference: Hertz) -> Cents {
    Cents(1200 * binaryLogarithm(of: value / reference.value))
  }

  /// Returns this frequency raised by `interval`: self·2^(interval / 1200).
  public func raised(by interval: Cents) -> Hertz {
    Hertz(value * powerOfTwo(interval.value / 1200))
  }
}

// Written out because the derived forms negate `<`: NaN would then lie within every range.
extension Hertz {
  /// Compares two frequencies by their value.
  @inlinable public static func <= (left: Hertz, right: Hertz) -> Bool {
    left.value <= right.value
  }

  /// Compares two frequencies by their value.
  @inlinable public static func > (left: Hertz, right: Hertz) -> Bool {
    left.value > right.value
  }

  /// Compares two frequencies by their value.
  @inlinable public static func >= (left: Hertz, right: Hertz) -> Bool {
    left.value >= right.value
  }
}

// Embedded Swift has no coding.
#if !hasFeature(Embedded)
  extension Hertz: Codable {}
#endif
