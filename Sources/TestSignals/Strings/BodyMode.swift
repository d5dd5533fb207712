// SPDX-License-Identifier: MIT

package import Acoustics

/// A resonance of an instrument's body, with its effect on the partials of a string near it.
///
/// With x = 2Q·(f − f_mode)/f_mode, a partial at f is moved by `shift`·2x/(1 + x²): a coupled pair
/// of resonators repels each other. It is louder by the factor 1 + `gain`/√(1 + x²) and loses
/// `damping`/(1 + x²) more nepers a second.
package struct BodyMode: Hashable, Sendable {
  /// The mode's frequency.
  package var frequency: Hertz
  /// Q, the frequency over the width between the half-power points.
  package var quality: Double
  /// The largest move of a partial, half a width from the mode.
  package var shift: Cents
  /// The gain at the mode, as a share of the amplitude.
  package var gain: Double
  /// The additional decay at the mode, in nepers a second.
  package var damping: Double

  /// Makes a mode.
  ///
  /// - Parameters:
  ///   - frequency: the mode's frequency.
  ///   - quality: Q.
  ///   - shift: the largest move of a partial.
  ///   - gain: the gain at the mode, as a share of the amplitude.
  ///   - damping: the additional decay at the mode, in nepers a second.
  /// - Precondition: `frequency` and `quality` are above 0, `gain` and `damping` not below 0.
  package init(
    frequency: Hertz, quality: Double, shift: Cents, gain: Double = 0, damping: Double = 0
  ) {
    precondition(frequency.value > 0 && quality > 0, "A mode has a frequency and a width.")
    precondition(gain >= 0 && damping >= 0, "A mode neither weakens nor feeds a partial.")
    self.frequency = frequency
    self.quality = quality
    self.shift = shift
    self.gain = gain
    self.damping = damping
  }

  /// Returns the move of a partial at `frequency` in cents.
  func move(at frequency: Double) -> Double {
    let x = distance(of: frequency)
    return shift.value * 2 * x / (1 + x * x)
  }

  /// Returns the factor of the amplitude of a partial at `frequency`, less 1.
  func excessGain(at frequency: Double) -> Double {
    let x = distance(of: frequency)
    return gain / (1 + x * x).squareRoot()
  }

  /// Returns the additional decay of a partial at `frequency`, in nepers a second.
  func excessDecay(at frequency: Double) -> Double {
    let x = distance(of: frequency)
    return damping / (1 + x * x)
  }

  private func distance(of frequency: Double) -> Double {
    2 * quality * (frequency - self.frequency.value) / self.frequency.value
  }
}
