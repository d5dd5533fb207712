// SPDX-License-Identifier: MIT

/// The colour of a noise.
package enum NoiseColour: String, Hashable, CaseIterable, Sendable {
  /// Independent Gaussian samples: equal power for every hertz up to the Nyquist frequency.
  case white
  /// −3 dB an octave from 10 Hz up: equal power for every octave.
  case pink
  /// Mains hum: 50 or 60 Hz and its odd multiples.
  case hum
  /// White, pink and hum in equal power.
  case mix
}
