// SPDX-License-Identifier: MIT

internal import Glibc

/// Friction: a body sticks and slips at a rate that wanders, as a chair's leg on a floor, a hinge
/// or a finger along a wound string do.
///
/// Each slip is a blow on the modes. The rate follows a random walk about a line, so its pitch is
/// never steady.
struct Scrape: Hashable, Sendable {
  /// The beginning, in seconds since the start of the room.
  var start: Double
  /// The duration in seconds.
  var duration: Double
  /// The slips per second at the beginning.
  var firstRate: Double
  /// The slips per second at the end.
  var lastRate: Double
  /// The standard deviation of the time between two slips, as a share of it.
  var irregularity: Double
  /// The modes of the body that is scraped: frequency in hertz, and Q.
  var modes: [SIMD2<Double>]
  /// The amplitude of the noise between the slips, relative to a slip.
  var noise: Double
  /// The peak amplitude.
  var amplitude: Double
  /// The seed of the slips and of the noise.
  var seed: UInt64

  /// Returns the samples at a sample rate in hertz.
  func render(rate sampleRate: Double) -> [Double] {
    let count = Int(duration * sampleRate)
    var gaussian = GaussianSource(SplitMix64(seed: seed))
    var resonators = modes.map { mode in
      var resonator = Resonator()
      resonator.tune(
        to: min(mode.x, 0.45 * sampleRate), bandwidth: mode.x / mode.y, rate: sampleRate)
      return resonator
    }
    var phase = 1.0
    var deviation = 1.0
    var samples = [Double](repeating: 0, count: count)
    for index in 0..<count {
      let share = Double(index) / Double(count)
      let line = firstRate * pow(lastRate / firstRate, share)
      phase += line * deviation / sampleRate
      var input = noise * gaussian.next() * 0.05
      if phase >= 1 {
        phase -= 1
        deviation = max(0.5, 1 + irregularity * gaussian.next())
        input += 1 + 0.3 * gaussian.next()
      }
      let envelope = sin(.pi * share).squareRoot()
      var sum = 0.0
      for place in resonators.indices { sum += resonators[place].next(input * envelope) }
      samples[index] = sum
    }
    let peak = samples.reduce(0) { max($0, abs($1)) }
    return peak > 0 ? samples.map { $0 * amplitude / peak } : samples
  }
}
