// SPDX-License-Identifier: MIT

internal import CMathematics

/// The built-in twelve-note temperaments, as scales on their root.
///
/// Source: J. M. Barbour, "Tuning and Temperament", Michigan State College Press 1951, for the
/// definitions; the Scala scale archive for their values in cents.
enum HistoricalScale: String, CaseIterable {
  /// Five-limit just intonation.
  case just
  /// Pure fifths from Eb to G# around the root C.
  case pythagorean
  /// Pure major thirds, fifths narrowed by a quarter of the syntonic comma, from Eb to G#.
  case meantone
  /// Werckmeister III: C-G, G-D, D-A and B-F# narrowed by a quarter of the Pythagorean comma.
  case werckmeister
  /// Kirnberger III: C-G-D-A-E narrowed by a quarter of the syntonic comma, F#-C# by the schisma.
  case kirnberger
  /// Kirnberger II: D-A-E narrowed by half of the syntonic comma.
  case kirnberger2

  /// The degrees; the octave is the last.
  var degrees: ScalaScale {
    ScalaScale(description: rawValue, cents: Array(ratios.dropFirst().map(Self.cents)) + [1200])
  }

  private static func cents(_ ratio: Double) -> Double { 1200 * log2(ratio) }

  /// The twelve frequency ratios to the root.
  private var ratios: [Double] {
    switch self {
    case .just:
      [1, 16 / 15, 9 / 8, 6 / 5, 5 / 4, 4 / 3, 45 / 32, 3 / 2, 8 / 5, 5 / 3, 9 / 5, 15 / 8]
    case .pythagorean: Self.chain(of: 1.5)
    case .meantone: Self.chain(of: pow(5, 0.25))
    case .werckmeister:
      [
        1, 256 / 243, 64 / 81 * pow(2, 0.5), 32 / 27, 256 / 243 * pow(2, 0.25), 4 / 3, 1024 / 729,
        8 / 9 * pow(2, 0.75), 128 / 81, 1024 / 729 * pow(2, 0.25), 16 / 9, 128 / 81 * pow(2, 0.25),
      ]
    case .kirnberger:
      [
        1, 256 / 243, pow(5, 0.5) / 2, 32 / 27, 5 / 4, 4 / 3, 45 / 32, pow(5, 0.25), 128 / 81,
        pow(5, 0.75) / 2, 16 / 9, 15 / 8,
      ]
    case .kirnberger2:
      [
        1, 256 / 243, 9 / 8, 32 / 27, 5 / 4, 4 / 3, 45 / 32, 3 / 2, 128 / 81, pow(45, 0.5) / 4,
        16 / 9, 15 / 8,
      ]
    }
  }

  /// Returns a chain of fifths: three down from the root and eight up, within one octave.
  private static func chain(of fifth: Double) -> [Double] {
    var ratios = [Double](repeating: 1, count: 12)
    for steps in -3...8 {
      let ratio = pow(fifth, Double(steps))
      ratios[((7 * steps) % 12 + 12) % 12] = ratio / exp2(log2(ratio).rounded(.down))
    }
    return ratios
  }
}
