// SPDX-License-Identifier: MIT

package import Acoustics

/// A harmonic that a finger makes: it touches the string at a node of partial `number`, and damps
/// the partials that have no node there.
///
/// A light or short touch damps them less.
package struct TouchedHarmonic: Hashable, Sendable {
  /// The partial that sounds: 2 at the twelfth fret, 3 at the seventh, 4 at the fifth.
  package var number: Int
  /// The level of the strongest damped partial against the strongest one that sounds.
  package var open: Decibels

  /// Makes a harmonic.
  ///
  /// - Precondition: `number` is at least 2.
  package init(number: Int, open: Decibels) {
    precondition(number >= 2, "Partial 1 is the open string.")
    self.number = number
    self.open = open
  }

  /// Scales the damped partials.
  ///
  /// - Parameter amplitudes: those of the partials 1, 2, …, changed in place.
  func damp(_ amplitudes: inout [Double]) {
    var (sounding, damped) = (0.0, 0.0)
    for (index, amplitude) in amplitudes.enumerated() {
      if (index + 1).isMultiple(of: number) {
        sounding = max(sounding, amplitude)
      } else {
        damped = max(damped, amplitude)
      }
    }
    guard damped > 0 else { return }
    let gain = open.amplitude * sounding / damped
    for index in amplitudes.indices where !(index + 1).isMultiple(of: number) {
      amplitudes[index] *= gain
    }
  }
}
