// SPDX-License-Identifier: MIT

internal import Foundation

/// Reads samples at another rate, by any ratio, with a windowed sinc.
///
/// y[n] = Σ x[k]·c·sinc(c·(n·step − k))·w((n·step − k)/reach) with c = min(1, 1/step): below the
/// lower of the two Nyquist frequencies the spectrum is kept, above it is removed. w is Kaiser's
/// window.
struct SincResampler: Sendable {
  // | name       | unit | source                                                                 |
  // | ---------- | ---- | ---------------------------------------------------------------------- |
  // | zeros      | 1    | zero crossings of the sinc to each side                                |
  // | beta       | 1    | stop band below −120 dB (Kaiser 1974)                                  |
  // | phases     | 1    | of the table between two zero crossings; linear between, below −130 dB |
  // | transition | 1    | the pass band ends this far below the Nyquist frequency                |
  private static let zeros = 64
  private static let beta = 12.3
  private static let phases = 2048
  private static let transition = 0.97

  /// The kernel from its middle on, `phases` values for each zero crossing.
  private let kernel: [Double]

  /// Computes the kernel.
  init() {
    let count = Self.zeros * Self.phases
    let scale = Self.bessel(Self.beta)
    kernel = (0...(count + 1)).map { index in
      let x = Double(index) / Double(Self.phases)
      let share = x / Double(Self.zeros)
      guard share < 1 else { return 0 }
      let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return sinc * Self.bessel(Self.beta * (1 - share * share).squareRoot()) / scale
    }
  }

  /// Returns samples at a new rate.
  ///
  /// - Parameters:
  ///   - samples: the samples; silence before and after them is assumed.
  ///   - start: the place of the first output sample, in input samples.
  ///   - step: input samples for each output sample, above 0.
  ///   - count: the number of output samples.
  /// - Returns: `count` samples.
  /// - Complexity: O(`count`·max(1, `step`)).
  func resample(_ samples: [Float], from start: Double, step: Double, count: Int) -> [Float] {
    let cutoff = Self.transition * min(1, 1 / step)
    let reach = Double(Self.zeros) / cutoff
    let (samples, kernel) = (samples.span, kernel.span)
    var output = [Float](repeating: 0, count: count)
    for index in 0..<count {
      let place = start + Double(index) * step
      let first = max(0, Int((place - reach).rounded(.up)))
      let last = min(samples.count - 1, Int((place + reach).rounded(.down)))
      guard first <= last else { continue }
      var sum = 0.0
      for k in first...last {
        let x = abs(place - Double(k)) * cutoff * Double(Self.phases)
        let entry = min(Int(x), kernel.count - 2)
        let share = x - Double(entry)
        let weight = kernel[entry] + share * (kernel[entry + 1] - kernel[entry])
        sum += Double(samples[k]) * weight
      }
      output[index] = Float(sum * cutoff)
    }
    return output
  }

  /// Returns I0(x), the modified Bessel function of order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (term, sum, k) = (1.0, 1.0, 1.0)
    while term > 1e-17 * sum {
      term *= (x / (2 * k)) * (x / (2 * k))
      sum += term
      k += 1
    }
    return sum
  }
}
