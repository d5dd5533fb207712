// SPDX-License-Identifier: MIT

internal import Acoustics

/// The inharmonicity coefficient that strings of guitars and basses typically have, by pitch.
///
/// B is interpolated linearly over the note number between open strings and high frets. The B of a
/// real string differs by up to a factor of two.
public enum TypicalInharmonicity {
  private static let midi: InlineArray<10, Double> = [23, 28, 40, 45, 50, 55, 59, 64, 76, 88]
  private static let coefficient: InlineArray<10, Double> = [
    3.5e-4, 2.5e-4, 1.3e-4, 8e-5, 6e-5, 1.2e-4, 5e-5, 3e-5, 6e-5, 2e-4,
  ]

  /// Returns B at a pitch.
  ///
  /// - Parameter frequency: the pitch, in hertz.
  /// - Returns: the coefficient of f_n = n·f0·√(1 + B·n²).
  public static func coefficient(at frequency: Double) -> Double {
    let note = 69 + 12 * binaryLogarithm(of: frequency / 440)
    guard note > midi[0] else { return coefficient[0] }
    for index in 1..<10 where note <= midi[index] {
      let share = (note - midi[index - 1]) / (midi[index] - midi[index - 1])
      return coefficient[index - 1] + (coefficient[index] - coefficient[index - 1]) * share
    }
    return coefficient[9]
  }
}
