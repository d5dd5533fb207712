// SPDX-License-Identifier: MIT

public import Acoustics

/// How the note at the twelfth fret agrees with the open string's octave, and what the saddle must do.
///
/// The fretted half is stretched and stiff, so it sounds sharp unless the saddle lies a little behind
/// the string's nominal length L. With ρ = f_12 / (2·f_open), moving the saddle back by Δ gives
/// ρ·(L + Δ) / (L + 2Δ), which is 1 at Δ = L·(ρ − 1) / (2 − ρ).
public struct BridgeIntonation: Hashable, Sendable {
  /// The deviations that an open string and its twelfth fret can have: beyond, they are something else.
  public static let plausible = Cents(-100)...Cents(100)
  /// A guitar's usual length of the free string, in millimetres: 25.5 inches.
  public static let usualScaleLength = 648.0

  /// How far the twelfth fret lies above the open string's octave.
  public let deviation: Cents

  /// Compares the two notes; `nil` when they are not about an octave apart.
  ///
  /// - Parameters:
  ///   - open: the open string, above 0.
  ///   - fretted: the same string at the twelfth fret, above 0.
  public init?(open: Hertz, fretted: Hertz) {
    let deviation = fretted.interval(above: Hertz(2 * open.value))
    guard Self.plausible.contains(deviation) else { return nil }
    self.deviation = deviation
  }

  /// Returns how far the saddle must move away from the neck.
  ///
  /// - Parameter scaleLength: the length of the open string, in the unit of the answer.
  /// - Returns: below 0 towards the neck.
  public func saddleShift(scaleLength: Double) -> Double {
    let ratio = Hertz(1).raised(by: deviation).value
    return scaleLength * (ratio - 1) / (2 - ratio)
  }
}
