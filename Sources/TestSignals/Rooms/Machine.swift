// SPDX-License-Identifier: MIT

internal import Glibc

/// A machine that runs: coloured noise, and lines at multiples of a speed that wanders.
struct Machine: Hashable, Sendable {
  /// The beginning, in seconds since the start of the room.
  var start: Double
  /// The duration in seconds.
  var duration: Double
  /// The frequency of the first line, in hertz.
  var speed: Double
  /// The standard deviation of the speed, as a share of it.
  var wander: Double
  /// The amplitudes of the lines at the multiples of the speed, from 1 upwards.
  var lines: [Double]
  /// The root mean square of the noise.
  var noise: Double
  /// The centre of the noise's broad resonance, in hertz.
  var centre: Double
  /// The seed of the noise and of the speed.
  var seed: UInt64

  /// The time constant of the speed, in seconds: that of a flywheel.
  private static let inertia = 0.5

  /// Returns the samples at a sample rate in hertz.
  func render(rate: Double) -> [Double] {
    var gaussian = GaussianSource(SplitMix64(seed: seed, name: "noise"))
    var walk = GaussianSource(SplitMix64(seed: seed, name: "speed"))
    var phases = SplitMix64(seed: seed, name: "phases")
    let offsets = lines.map { _ in phases.nextUnit() }
    var resonance = Resonator()
    resonance.tune(to: centre, bandwidth: centre, rate: rate)
    // The noise's mean square after the resonance, from a few thousand samples of its response.
    let response = (0..<4000).reduce(into: (resonance, 0.0)) { state, index in
      let value = state.0.next(index == 0 ? 1 : 0)
      state.1 += value * value
    }.1
    let gain = noise / response.squareRoot()
    let keep = exp(-1 / (Self.inertia * rate))
    let push = (1 - keep * keep).squareRoot()
    var (phase, deviation) = (0.0, walk.next())
    let count = Int(duration * rate)
    // Machines start and stop within a tenth of a second.
    let ramp = max(1, min(count / 2, Int(0.1 * rate)))
    var samples = [Double](repeating: 0, count: count)
    for index in 0..<count {
      deviation = keep * deviation + push * walk.next()
      phase += speed * (1 + wander * deviation) / rate
      var sum = gain * resonance.next(gaussian.next())
      for (place, line) in lines.enumerated() {
        sum += line * sineOfTurns(Double(place + 1) * phase + offsets[place])
      }
      samples[index] = sum * min(1, Double(min(index, count - index)) / Double(ramp))
    }
    return samples
  }
}
