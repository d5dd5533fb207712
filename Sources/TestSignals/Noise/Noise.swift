// SPDX-License-Identifier: MIT

/// A noise of known colour, power and seed, which lasts from the first sample of a signal to its
/// end.
package struct Noise: Hashable, Sendable {
  /// The colour.
  package var colour: NoiseColour
  /// The expected mean square over the full band, 0 Hz to the Nyquist frequency, full scale 1.
  package var power: Double
  /// The seed of its samples.
  package var seed: UInt64

  /// Makes a noise.
  ///
  /// - Parameters:
  ///   - colour: the colour.
  ///   - power: σ², the mean square over the full band.
  ///   - seed: the seed of its samples.
  /// - Precondition: `power` is not below 0.
  package init(colour: NoiseColour, power: Double, seed: UInt64) {
    precondition(power >= 0, "A power is not below 0.")
    self.colour = colour
    self.power = power
    self.seed = seed
  }
}
