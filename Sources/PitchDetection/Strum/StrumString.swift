// SPDX-License-Identifier: MIT

public import Acoustics

/// One string that a stroke may sound.
public struct StrumString: Hashable, Sendable {
  /// The largest distance of a sounding string from its target, in cents, if none is given.
  public static let defaultRange = Cents(150)

  /// The frequency of the first partial when the string is in tune.
  public var target: Hertz
  /// The largest distance of a sounding string from the target, in cents.
  ///
  /// The engine shortens it if a neighbouring string is near, so that ranges do not overlap. The
  /// reading of an unclear string may lie outside the range.
  public var range: Cents
  /// The typical coefficient B of f_n = n·f0·√(1 + B·n²) of such a string.
  public var typicalInharmonicity: Double

  /// Makes a string.
  ///
  /// - Parameters:
  ///   - target: the first partial in tune.
  ///   - range: the largest distance from the target.
  ///   - typicalInharmonicity: the typical B; `nil` for that of guitars and basses at this pitch.
  public init(
    target: Hertz, range: Cents = defaultRange, typicalInharmonicity: Double? = nil
  ) {
    self.target = target
    self.range = range
    self.typicalInharmonicity =
      typicalInharmonicity ?? TypicalInharmonicity.coefficient(at: target.value)
  }
}
