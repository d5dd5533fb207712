// SPDX-License-Identifier: MIT

package import Acoustics
internal import Glibc

/// The levels of the partials at the pluck, before the string is scaled to its level.
///
/// a_n = (|sin(nπβ)|·|sin(nπp)| + 0.02) / n^1.1·n^(tilt / 20·log10 2) with pluck point β,
/// pickup p and a body tilt in decibels an octave.
package struct PartialSpectrum: Hashable, Sendable {
  /// β, the point of the pluck, as a fraction of the string's length.
  package var pluckPoint: Double
  /// p, the point of the pickup, as a fraction of the string's length.
  package var pickup: Double
  /// The body's tilt for each octave above the first partial.
  package var tiltPerOctave: Decibels
  /// The level of partial 1 against the strongest of the others; `nil` leaves it to the formula.
  package var fundamentalLevel: Decibels?
  /// The harmonic that a finger makes; `nil` for an open or stopped string.
  package var touched: TouchedHarmonic?

  /// Makes a spectrum.
  ///
  /// - Parameters:
  ///   - pluckPoint: β, a fraction of the string's length.
  ///   - pickup: p, a fraction of the string's length.
  ///   - tiltPerOctave: decibels for each octave above the first partial.
  ///   - fundamentalLevel: partial 1 against the strongest other partial; `nil` for the formula's.
  package init(
    pluckPoint: Double, pickup: Double, tiltPerOctave: Decibels = Decibels(0),
    fundamentalLevel: Decibels? = nil
  ) {
    self.pluckPoint = pluckPoint
    self.pickup = pickup
    self.tiltPerOctave = tiltPerOctave
    self.fundamentalLevel = fundamentalLevel
  }

  /// Returns the relative amplitudes of the partials 1…`count`, in order.
  ///
  /// - Complexity: O(`count`).
  package func amplitudes(count: Int) -> [Double] {
    guard count > 0 else { return [] }
    let exponent = tiltPerOctave.value / (20 * log10(2.0)) - 1.1
    var amplitudes = (1...count).map { number in
      let n = Double(number)
      let shape = abs(sin(n * .pi * pluckPoint)) * abs(sin(n * .pi * pickup)) + 0.02
      return shape * pow(n, exponent)
    }
    if let level = fundamentalLevel, let strongest = amplitudes.dropFirst().max() {
      amplitudes[0] = strongest * level.amplitude
    }
    touched?.damp(&amplitudes)
    return amplitudes
  }
}
