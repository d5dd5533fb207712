// SPDX-License-Identifier: MIT

internal import Acoustics

/// The scale of tensions, on which the forces of strings, springs and bridge are linear.
///
/// The tension of a string is proportional to the square of its frequency. Its place on the scale
/// is ((f/target)² − 1)·600/ln 2, so a small deviation has the same number as in cents: 100 cents
/// are at 106, and −100 cents at −94.5.
enum TensionScale {
  /// The interval in cents by which a string rises if its tension doubles.
  private static let octaveOfTension = 600.0
  private static let naturalLogarithmOfTwo = 0x1.62E42FEFA39EFp-1
  /// The least tension as a share of that in tune, so that every place has a deviation.
  private static let least = 1e-6

  /// Returns the place of a deviation in cents.
  static func place(of cents: Double) -> Double {
    (slope(at: cents) - 1) * octaveOfTension / naturalLogarithmOfTwo
  }

  /// Returns the places per cent at a deviation in cents.
  static func slope(at cents: Double) -> Double { powerOfTwo(cents / octaveOfTension) }

  /// Returns the deviation in cents at a place.
  static func cents(at place: Double) -> Double {
    let tension = 1 + place * naturalLogarithmOfTwo / octaveOfTension
    return octaveOfTension * binaryLogarithm(of: max(tension, least))
  }
}
