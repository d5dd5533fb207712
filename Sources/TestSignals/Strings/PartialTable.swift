// SPDX-License-Identifier: MIT

package import Acoustics
internal import CMathematics

/// The partials of one string below the Nyquist frequency, with the sums for error bounds.
///
/// All sums are over these partials only. Amplitudes are scaled by the whole spectrum up to 96 kHz,
/// the Nyquist frequency of the highest supported rate, so they do not depend on the rate. The root
/// mean square at the pluck √(Σ A_n²/2) is the level of the string, lowered where needed to keep Σ
/// A_n, the largest possible sample, within `ceiling`.
package struct PartialTable: Sendable {
  /// One partial of a string.
  package struct Partial: Hashable, Sendable {
    /// n, from 1.
    package let number: Int
    /// ν_n in hertz, the frequency after the glide.
    package let settledFrequency: Double
    /// A_n at the pluck, full scale 1.
    package let amplitude: Double
    /// 1/τ_n a second; 0 where nothing decays.
    package let decayRate: Double
    /// φ_n in turns, 0 ..< 1.
    package let phase: Double
  }

  /// The largest Σ A_n of a string.
  package static let ceiling = 0.45

  /// The partials from 1 upwards.
  package let partials: [Partial]

  /// Makes the table of the partials of `string` that stay below half of `rate`.
  ///
  /// - Complexity: O(number of partials below 96 kHz).
  package init(of string: StringModel, at rate: SampleRate) {
    let highest = Hertz(Double(SampleRate.supported.upperBound.hertz) / 2)
    let shapes = Self.shapes(of: string, count: string.partialCount(below: highest))
    let energy = shapes.reduce(0) { $0 + $1 * $1 }
    let sum = shapes.reduce(0, +)
    let scale =
      shapes.isEmpty
      ? 0 : min(string.level.amplitude * (2 / energy).squareRoot(), Self.ceiling / sum)
    let firstRate = string.decayTime.map { 1 / $0 } ?? 0
    var phases = SplitMix64(seed: string.phaseSeed)
    let count = string.partialCount(below: Hertz(Double(rate.hertz) / 2))
    partials = zip(1..., shapes.prefix(count)).map { number, shape in
      let free = string.freeFrequency(ofPartial: number).value
      let bodyRate = string.body.reduce(0) { $0 + $1.excessDecay(at: free) }
      return Partial(
        number: number, settledFrequency: string.settledFrequency(ofPartial: number).value,
        amplitude: shape * scale, decayRate: firstRate * pow(Double(number), 0.7) + bodyRate,
        phase: phases.nextUnit())
    }
  }

  /// Returns the relative amplitudes of the partials 1…`count` on the string's body.
  private static func shapes(of string: StringModel, count: Int) -> [Double] {
    let shapes = string.spectrum.amplitudes(count: count)
    guard !string.body.isEmpty else { return shapes }
    return zip(1..., shapes).map { number, shape in
      let free = string.freeFrequency(ofPartial: number).value
      return shape * (1 + string.body.reduce(0) { $0 + $1.excessGain(at: free) })
    }
  }

  /// Returns the power of the partials `seconds` after the pluck: Σ A_n(t)²/2.
  package func power(at seconds: Double) -> Double {
    partials.reduce(0) { sum, partial in
      let amplitude = partial.amplitude * exp(-partial.decayRate * seconds)
      return sum + amplitude * amplitude / 2
    }
  }

  /// Returns Σ n²·A_n(t)², the sum in the Cramér–Rao bound, `seconds` after the pluck.
  ///
  /// The bound for harmonics whose phases and amplitudes are unknown is var(ω0) ≥ 24σ² / (N(N² −
  /// 1)·Σ n²A_n²), ω0 in radians a sample.
  package func weightedSquaredAmplitude(at seconds: Double) -> Double {
    partials.reduce(0) { sum, partial in
      let weighted =
        Double(partial.number) * partial.amplitude * exp(-partial.decayRate * seconds)
      return sum + weighted * weighted
    }
  }

  /// Returns the mean power from `range.lowerBound` to `range.upperBound` seconds after the pluck.
  ///
  /// Each partial's A_n²/2·exp(−2t/τ_n) is integrated in closed form. Products of two different
  /// partials average to zero over many periods and are left out.
  package func meanPower(over range: ClosedRange<Double>) -> Double {
    let length = range.upperBound - range.lowerBound
    guard length > 0 else { return power(at: range.lowerBound) }
    return partials.reduce(0) { sum, partial in
      let initial = partial.amplitude * partial.amplitude / 2
      let rate = 2 * partial.decayRate
      guard rate > 0 else { return sum + initial }
      let mean = exp(-rate * range.lowerBound) * -expm1(-rate * length) / (rate * length)
      return sum + initial * mean
    }
  }
}
