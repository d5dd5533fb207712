// SPDX-License-Identifier: MIT

/// The shift of a first partial by the body of an instrument, relative to the fit of the other
/// partials.
///
/// The main resonances of a guitar body lie between 90 and 250 Hz; above 350 Hz a body shifts
/// little. The values are fitted on recorded notes of ten instruments and interpolated linearly.
struct BodyShift {
  private static let frequency: InlineArray<5, Double> = [80, 100, 170, 250, 350]
  private static let means: InlineArray<5, Double> = [-1.5, -2.2, -1.8, -0.7, -0.2]
  private static let spreads: InlineArray<5, Double> = [2.5, 3, 3.2, 2.5, 1.5]

  /// The mean shift, in cents.
  let mean: Double
  /// The variance of the shift between notes, in square cents.
  let variance: Double

  /// Looks up the shift of a first partial at `hertz`.
  init(at hertz: Double) {
    var index = 0
    while index < 3, hertz > Self.frequency[index + 1] { index += 1 }
    let (low, high) = (Self.frequency[index], Self.frequency[index + 1])
    let share = min(1, max(0, (hertz - low) / (high - low)))
    mean = Self.means[index] + share * (Self.means[index + 1] - Self.means[index])
    let spread = Self.spreads[index] + share * (Self.spreads[index + 1] - Self.spreads[index])
    variance = spread * spread
  }
}
