// SPDX-License-Identifier: MIT

public import Acoustics

/// The intonation of a string: its note at the twelfth fret against the octave of the open string.
///
/// Fretting stretches the string, and the string is stiff. Both make the fretted note sharp unless
/// the saddle lies slightly beyond the nominal length L. With ρ = f_12 / (2·f_open), moving the
/// saddle back by Δ gives ρ·(L + Δ) / (L + 2Δ), which is 1 at Δ = L·(ρ − 1) / (2 − ρ).
public struct BridgeIntonation: Hashable, Sendable {
  /// The deviations of an open string and its twelfth fret.
  ///
  /// Beyond them the note of a neighbouring fret is nearer than the octave.
  public static let plausible = Cents(-50)...Cents(50)
  /// The usual length of a guitar's open string, in millimetres: 25.5 inches.
  public static let usualScaleLength = 648.0

  /// The interval from the open string's octave to the twelfth fret.
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

  /// Returns the distance by which the saddle must move away from the neck.
  ///
  /// - Parameter scaleLength: the length of the open string, in the unit of the result.
  /// - Returns: a negative distance is towards the neck.
  public func saddleShift(scaleLength: Double) -> Double {
    let ratio = Hertz(1).raised(by: deviation).value
    return scaleLength * (ratio - 1) / (2 - ratio)
  }
}
