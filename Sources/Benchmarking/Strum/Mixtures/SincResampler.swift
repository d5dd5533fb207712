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
  // | phases     | 1    | of each table between two zero crossings; linear between, below        |
  // |            |      | −130 dB                                                                |
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
    let weights = Weights(kernel, cutoff: Self.transition * min(1, 1 / step))
    let silence = [Float](repeating: 0, count: weights.tapCount)
    let padded = ShiftedVectors(silence + samples + silence)
    return (0..<count).map { index in
      let place = start + Double(index) * step
      let first = Int(place.rounded(.down)) - weights.before + weights.tapCount
      guard first >= 0, first <= samples.count + weights.tapCount else { return 0 }
      return weights.sum(padded, from: first, at: place - place.rounded(.down))
    }
  }

  private typealias Vector = SIMD8<Float>

  /// Samples as vectors that may begin at any of them.
  private struct ShiftedVectors {
    /// The vectors that begin at every eighth sample, for each of the first eight samples.
    private let rows: [[Vector]]

    init(_ samples: [Float]) {
      let size = Vector.scalarCount
      rows = (0..<size).map { shift in
        (0..<max(0, samples.count - shift) / size).map { index in
          var vector = Vector()
          for lane in 0..<size { vector[lane] = samples[size * index + shift + lane] }
          return vector
        }
      }
    }

    /// Returns the vectors of the row from a sample on.
    func row(from first: Int) -> (vectors: [Vector], start: Int) {
      (rows[first % Vector.scalarCount], first / Vector.scalarCount)
    }
  }

  /// The weights of the samples around a place, for equal steps of the place between two samples.
  private struct Weights {
    /// The number of weights of a place, whole vectors.
    let tapCount: Int
    /// The number of samples before the one at or just before the place.
    let before: Int
    private let phases: Int
    /// A row of vectors for each phase from 0 to 1.
    private let rows: [Vector]

    init(_ kernel: [Double], cutoff: Double) {
      before = Int((Double(zeros) / cutoff).rounded(.up))
      let size = Vector.scalarCount
      tapCount = (2 * before + size) / size * size
      phases = Int((Double(SincResampler.phases) * cutoff).rounded(.up))
      let columns = tapCount / size
      rows = (0..<(phases + 1) * columns).map { [before, phases] index in
        let phase = Double(index / columns) / Double(phases)
        return (0..<size).reduce(into: Vector()) { weights, lane in
          let tap = index % columns * size + lane
          let distance = abs(Double(tap - before) - phase)
          weights[lane] = Float(SincResampler.value(of: kernel, at: distance * cutoff) * cutoff)
        }
      }
    }

    /// Returns the weighted sum of `tapCount` samples.
    ///
    /// - Parameters:
    ///   - samples: the samples.
    ///   - first: the index of the first of them.
    ///   - fraction: the place between two samples, from 0 to 1.
    /// - Returns: the sum, interpolated between two rows.
    func sum(_ samples: ShiftedVectors, from first: Int, at fraction: Double) -> Float {
      let place = fraction * Double(phases)
      let phase = min(Int(place), phases - 1)
      let columns = tapCount / Vector.scalarCount
      let (vectors, start) = samples.row(from: first)
      var (below, above) = (Vector(), Vector())
      for column in 0..<columns {
        let values = vectors[start + column]
        below += values * rows[phase * columns + column]
        above += values * rows[(phase + 1) * columns + column]
      }
      return (below + (above - below) * Float(place - Double(phase))).sum()
    }
  }

  /// Returns the kernel at a distance from its middle, in zero crossings.
  private static func value(of kernel: [Double], at distance: Double) -> Double {
    let place = distance * Double(phases)
    let entry = Int(place)
    guard entry < kernel.count - 1 else { return 0 }
    return kernel[entry] + (place - Double(entry)) * (kernel[entry + 1] - kernel[entry])
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
