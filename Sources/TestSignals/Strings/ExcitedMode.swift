// SPDX-License-Identifier: MIT

/// A mode of a guitar body that a pluck excites: a sine at its own frequency that dies away.
///
/// b(t) = A·exp(−π·f·t/Q)·sin(2π·(f·t + φ)). It does not follow the glide of the string.
package struct ExcitedMode: Hashable, Sendable {
  /// f in hertz.
  package var frequency: Double
  /// Q.
  package var quality: Double
  /// A as a share of the amplitude of the string's first partial at the pluck.
  package var share: Double
  /// φ in turns.
  package var phase: Double

  /// Makes a mode.
  ///
  /// - Precondition: `frequency` and `quality` are above 0.
  package init(frequency: Double, quality: Double, share: Double, phase: Double) {
    precondition(frequency > 0 && quality > 0, "A mode rings above 0 Hz and dies away.")
    self.frequency = frequency
    self.quality = quality
    self.share = share
    self.phase = phase
  }

  /// π·f/Q, 1 over the time in which it falls to 1/e.
  package var decayRate: Double { .pi * frequency / quality }
}
