// SPDX-License-Identifier: MIT

internal import Acoustics

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
  /// - Precondition: `power` is not below 0.
  package init(colour: NoiseColour, power: Double, seed: UInt64) {
    precondition(power >= 0, "A power is not below 0.")
    self.colour = colour
    self.power = power
    self.seed = seed
  }
}

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

/// The samples of a `Noise` at one sample rate, in order.
///
/// White and pink noise are drawn sample by sample. At another rate they are another noise with the
/// same power over the full band of that rate.
struct NoiseSource {
  private let gain: Double
  private let colour: NoiseColour
  private var white: GaussianSource
  private var pink: PinkNoise?
  private var hum: MainsHum?
  private var index = 0

  /// Prepares `noise` for `rate`.
  init(_ noise: Noise, at rate: SampleRate) {
    let parts: Double = noise.colour == .mix ? 3 : 1
    gain = (noise.power / parts).squareRoot()
    colour = noise.colour
    white = GaussianSource(SplitMix64(seed: noise.seed, name: "white"))
    if colour == .pink || colour == .mix {
      pink = PinkNoise(SplitMix64(seed: noise.seed, name: "pink"), at: rate)
    }
    if colour == .hum || colour == .mix {
      hum = MainsHum(SplitMix64(seed: noise.seed, name: "hum"), at: rate)
    }
  }

  /// Writes the next `block.count` samples over `block`.
  mutating func fill(_ block: inout [Double]) {
    for offset in block.indices {
      var sum = 0.0
      if colour == .white || colour == .mix { sum += white.next() }
      if let value = pink?.next() { sum += value }
      if let hum { sum += hum.sample(at: index) }
      block[offset] = sum * gain
      index += 1
    }
  }
}
