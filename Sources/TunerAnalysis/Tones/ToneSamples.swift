// SPDX-License-Identifier: MIT

package import Acoustics
import Glibc

/// The samples of one tone, made block by block, so that the first ones can be heard at once.
///
/// Every partial is computed from the sample's own time, so that the pitch is exact and does not
/// drift: s(t) = Σ A_n·exp(−t·n^0.7/τ)·sin(2π·n·f·t).
package struct ToneSamples {
  /// One partial.
  private struct Partial {
    let amplitude: Double
    /// The phase step of a sample, in turns.
    let step: Double
    /// The exponent of the decay from one sample to the next.
    let fall: Double
  }

  /// The number of samples of a block.
  package static let blockCount = 4096
  /// The share by which rounding may raise a sample over the sum of the amplitudes.
  private static let rounding = 1e-9

  /// The number of samples of the tone.
  package let count: Int
  /// The number of samples that were computed to find the peak.
  let examinedCount: Int
  private let partials: [Partial]
  private let tone: Tone
  private let rate: SampleRate
  private let gain: Double
  private var position = 0

  /// Finds the peak of a tone, which decides the gain.
  ///
  /// - Parameters:
  ///   - tone: the kind, the length and the level.
  ///   - frequency: the first partial, below half the sample rate.
  ///   - rate: the number of samples a second.
  /// - Complexity: O(samples before the sum of the decaying amplitudes is below the peak so far),
  ///   at most a second of a pluck; O(`count`) for a sine, which does not decay.
  package init(_ tone: Tone, of frequency: Hertz, at rate: SampleRate) {
    let hertz = Double(rate.hertz)
    let count = Int((tone.seconds * hertz).rounded())
    let partials = tone.amplitudes(of: frequency, at: rate).map { number, amplitude in
      Partial(
        amplitude: amplitude, step: Double(number) * frequency.value / hertz,
        fall: tone.wave == .sine ? 0 : pow(Double(number), 0.7) / (Tone.decay * hertz))
    }
    var (peak, examined) = (0.0, 0)
    while examined < count, Self.bound(of: partials, from: examined) > peak {
      let range = examined..<min(examined + Self.blockCount, count)
      let block = Self.block(of: partials, range) { tone.envelope(at: $0, of: count, rate) }
      peak = block.reduce(peak) { max($0, abs($1)) }
      examined = range.upperBound
    }
    gain = peak > 0 ? tone.level.amplitude / peak : 0
    examinedCount = examined
    (self.tone, self.rate, self.count, self.partials) = (tone, rate, count, partials)
  }

  /// Returns the next samples, full scale 1; none at the end.
  ///
  /// - Complexity: O(`blockCount` × partials).
  package mutating func next() -> [Float] {
    let range = position..<min(position + Self.blockCount, count)
    position = range.upperBound
    let (tone, count, rate) = (tone, count, rate)
    let block = Self.block(of: partials, range) { tone.envelope(at: $0, of: count, rate) }
    return block.map { Float(gain * $0) }
  }

  /// Returns samples before the gain.
  private static func block(
    of partials: [Partial], _ range: Range<Int>, envelope: (Int) -> Double
  ) -> [Double] {
    var samples = [Double](repeating: 0, count: range.count)
    for partial in partials {
      for place in samples.indices {
        // Whole turns are removed, because a sine of a large number is imprecise.
        let index = Double(range.lowerBound + place)
        let turns = partial.step * index
        samples[place] +=
          partial.amplitude * exp(-partial.fall * index)
          * sin(2 * .pi * (turns - turns.rounded(.down)))
      }
    }
    for place in samples.indices { samples[place] *= envelope(range.lowerBound + place) }
    return samples
  }

  /// Returns a magnitude that no sample from a place on exceeds.
  private static func bound(of partials: [Partial], from index: Int) -> Double {
    let sum = partials.reduce(0) { $0 + $1.amplitude * exp(-$1.fall * Double(index)) }
    return sum * (1 + rounding)
  }
}
