// SPDX-License-Identifier: MIT

/// A whole number of samples a second.
public struct SampleRate: Hashable, Comparable, Codable, Sendable {
  /// The rates that Headstock supports: 8 kHz to 192 kHz.
  public static let supported = SampleRate(8000)...SampleRate(192_000)

  /// Samples a second.
  public var hertz: Int

  /// Makes a rate of `hertz` samples a second.
  ///
  /// - Precondition: `hertz` is above 0.
  @inlinable public init(_ hertz: Int) {
    precondition(hertz > 0, "A sample rate is above 0.")
    self.hertz = hertz
  }

  /// Compares two rates by their samples a second.
  @inlinable public static func < (left: SampleRate, right: SampleRate) -> Bool {
    left.hertz < right.hertz
  }
}
