// SPDX-License-Identifier: MIT

internal import Glibc

/// A blow on a body of modes: a sum of decaying sines that begin with a contact of finite length.
///
/// s(t) = e(t)·Σ A_k·exp(−π·f_k·t/Q_k)·sin(2π·f_k·t), e(t) a raised cosine over the contact: a soft
/// contact leaves out the high modes. Noise of the contact itself comes on top.
struct Strike: Hashable, Sendable {
  /// One mode.
  struct Mode: Hashable, Sendable {
    /// The frequency in hertz.
    var frequency: Double
    /// Q.
    var quality: Double
    /// The amplitude.
    var amplitude: Double
  }

  /// The blow, in seconds since the start of the room.
  var start: Double
  /// The modes.
  var modes: [Mode]
  /// The duration of the contact, in seconds.
  var contact: Double
  /// The amplitude of the contact's noise, relative to the modes.
  var noise: Double
  /// The peak amplitude.
  var amplitude: Double
  /// The seed of the noise.
  var seed: UInt64

  /// The duration that is rendered, in seconds: until the slowest mode has fallen by 60 dB.
  var duration: Double {
    let slowest = modes.reduce(0) { max($0, $1.quality / $1.frequency) }
    return min(2.5, contact + 6.9 / .pi * slowest)
  }

  /// Returns the samples.
  func render(rate: Double) -> [Double] {
    let count = Int(duration * rate)
    var samples = [Double](repeating: 0, count: count)
    for mode in modes where mode.frequency < 0.45 * rate {
      let decay = exp(-.pi * mode.frequency / mode.quality / rate)
      let turn = 2 * Double.pi * mode.frequency / rate
      // Two-pole recurrence of a decaying sine.
      var (older, newer) = (0.0, mode.amplitude * decay * sin(turn))
      let (first, second) = (2 * decay * cos(turn), -decay * decay)
      for index in 0..<count {
        samples[index] += older
        (older, newer) = (newer, first * newer + second * older)
      }
    }
    var gaussian = GaussianSource(SplitMix64(seed: seed))
    let contactCount = max(1, Int(contact * rate))
    for index in 0..<min(count, 2 * contactCount) {
      let rise =
        index < contactCount ? (1 - cos(.pi * Double(index) / Double(contactCount))) / 2 : 1
      let fall = 1 - Double(index) / Double(2 * contactCount)
      samples[index] = samples[index] * rise + noise * gaussian.next() * rise * fall
    }
    let peak = samples.reduce(0) { max($0, abs($1)) }
    return peak > 0 ? samples.map { $0 * amplitude / peak } : samples
  }
}

extension Strike {
  /// Draws a blow on something of wood, glass or cloth.
  ///
  /// - Parameters:
  ///   - start: the blow.
  ///   - lowest: the range of the lowest mode, in hertz.
  ///   - highest: the highest mode, in hertz.
  ///   - quality: the range of Q.
  ///   - count: the number of modes.
  ///   - contact: the range of the contact, in seconds.
  ///   - noise: the largest amplitude of the contact's noise.
  ///   - amplitude: the peak amplitude.
  ///   - draws: the random numbers.
  /// - Returns: the blow.
  static func draw(
    at start: Double, lowest: ClosedRange<Double>, upTo highest: Double,
    quality: ClosedRange<Double>, count: Int, contact: ClosedRange<Double>, noise: Double,
    amplitude: Double, from draws: inout SplitMix64
  ) -> Strike {
    let base = draws.nextUniform(in: lowest)
    var modes = [Mode(frequency: base, quality: draws.nextUniform(in: quality), amplitude: 1)]
    let octaves = log2(highest / base)
    for _ in 1..<count {
      let octave = octaves * draws.nextUnit()
      modes.append(
        Mode(
          frequency: base * exp2(octave), quality: draws.nextUniform(in: quality),
          amplitude: exp2(-octave * draws.nextUniform(in: 0.2...1.2))))
    }
    return Strike(
      start: start, modes: modes, contact: draws.nextUniform(in: contact),
      noise: noise * draws.nextUnit(), amplitude: amplitude, seed: draws.next())
  }
}
