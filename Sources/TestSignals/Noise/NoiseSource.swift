// SPDX-License-Identifier: MIT

internal import Acoustics

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
