// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The spectrum of a stretch of sound near one frequency.
///
/// The frequency is shifted to 0, and the rate is reduced to one value per block. A block is a
/// whole number of periods of the frequency, rounded to samples. Each value is a sum over two
/// blocks with triangular weights, which suppresses the other partials, whose frequencies fold to
/// 0. The Blackman–Harris window multiplies these values. This equals a window that is linear
/// between them, and the window changes so slowly that one multiplication per block is enough.
struct ShiftedSpectrum {
  /// A whole number of periods of a frequency, rounded to samples.
  struct Block: Equatable {
    // Short blocks have a flat response near the frequency; long blocks give fewer values.
    private static let seconds = 0.006
    private static let mostPeriods = 4.0

    /// The number of periods.
    let periods: Double
    /// The number of samples.
    let count: Int

    /// Chooses the block for a frequency of at most half the rate.
    init(for frequency: Double, rate: Double) {
      periods = max(1, min(Self.mostPeriods, (Self.seconds * frequency).rounded()))
      count = max(1, Int((periods * rate / frequency).rounded()))
    }
  }

  /// The coefficients of the window's cosines.
  private static let window = (0.35875, 0.48829, 0.14128, 0.01168)

  /// The mean square of the samples under the window.
  let meanSquare: Double

  /// The frequency that is shifted to 0, in hertz.
  private let centre: Double
  private let values: [SIMD2<Double>]
  /// The time between two values, in seconds.
  private let spacing: Double
  /// The sum of the window over the samples.
  private let total: Double

  /// Shifts and reduces samples.
  ///
  /// - Parameters:
  ///   - samples: the stretch.
  ///   - rate: their number per second.
  ///   - block: the block, which decides the centre of the spectrum.
  /// - Complexity: O(samples.count).
  init(of samples: Span<Float>, rate: Double, block: Block) {
    let weights = Self.weights(of: block)
    let count = samples.count
    let blockCount = (count + block.count - 1) / block.count
    var values = [SIMD2<Double>](repeating: .zero, count: blockCount + 1)
    let step = Rotation(2 * .pi * Double(block.count) / Double(max(count, 1)))
    // The offset is half a sample, because the window is symmetric about the middle of the samples.
    var bell = Rotation(.pi / Double(max(count, 1))).start
    var weight = Self.weight(bell.x)
    var (total, energy, rest) = (0.0, 0.0, SIMD2<Double>.zero)
    for number in 0..<blockCount {
      let start = number * block.count
      let part = samples.extracting(start..<min(start + block.count, count))
      let found = weightedSums(of: part, by: weights)
      let sums = SIMD4<Double>(found.sums)
      // The falling half of one triangle, and the rising half of the next.
      values[number] = weight * (rest + sums.lowHalf - sums.highHalf)
      rest = sums.highHalf
      let length = Double(part.count)
      let rising = length * (length - 1) / Double(2 * block.count)
      bell = step.next(bell)
      let next = Self.weight(bell.x)
      total += weight * (length - rising) + next * rising
      energy += 0.5 * (weight + next) * Double(found.energy)
      weight = next
    }
    values[blockCount] = weight * rest
    self.values = values
    self.total = total
    meanSquare = total > 0 ? energy / total : 0
    centre = block.periods * rate / Double(block.count)
    spacing = Double(block.count) / rate
  }

  /// Returns cosine, −sine, and both multiplied by the elapsed share of the block.
  private static func weights(of block: Block) -> SampleWeights {
    let step = Rotation(2 * .pi * block.periods / Double(block.count))
    var (phase, number) = (SIMD2(1.0, 0.0), 0.0)
    return SampleWeights(count: block.count) {
      let share = number / Double(block.count)
      let weights = SIMD4(phase.x, -phase.y, share * phase.x, -share * phase.y)
      phase = step.next(phase)
      number += 1
      return SIMD4<Float>(weights)
    }
  }

  /// Returns the window at an angle whose cosine is given, 0 and 2π at its ends.
  private static func weight(_ cosine: Double) -> Double {
    // The multiples of an angle follow from its cosine: cos 2x = 2·cos² x − 1.
    let double = 2 * cosine * cosine - 1
    return window.0 - window.1 * cosine + window.2 * double - window.3 * cosine * (2 * double - 1)
  }

  /// Returns the mean squares of sines at equal distances.
  ///
  /// - Parameters:
  ///   - first: the lowest frequency, in hertz.
  ///   - step: the distance, in hertz.
  ///   - count: the number of frequencies.
  /// - Returns: one value for each frequency.
  func powers(from first: Double, step: Double, count: Int) -> [Double] {
    var powers: [Double] = []
    powers.reserveCapacity(count + 3)
    for start in stride(from: 0, to: count, by: 4) {
      var frequencies = SIMD4<Double>.zero
      for lane in 0..<4 { frequencies[lane] = first + Double(start + lane) * step }
      let four = self.powers(at: frequencies)
      for lane in 0..<min(4, count - start) { powers.append(four[lane]) }
    }
    return powers
  }

  /// Returns binary logarithms of the spectrum around one line, on an arbitrary scale.
  ///
  /// The triangle attenuates the whole line by the gain at its centre frequency, so the values are
  /// not divided by the gain at their own frequencies, which would distort the line.
  ///
  /// - Parameter frequencies: four frequencies, in hertz.
  /// - Returns: a value for each.
  func levels(at frequencies: SIMD4<Double>) -> SIMD4<Double> {
    var levels = squares(at: frequencies).squares
    for lane in 0..<4 { levels[lane] = binaryLogarithm(of: levels[lane] + 1e-300) }
    return levels
  }

  private func powers(at frequencies: SIMD4<Double>) -> SIMD4<Double> {
    let (squares, passed) = squares(at: frequencies)
    // A sine of amplitude A has a line of A/2 and a mean square of A²/2.
    return 2 * squares / (total * total * passed * passed)
  }

  /// Returns the squares of the transform, and the share of an amplitude that the triangle passes.
  private func squares(
    at frequencies: SIMD4<Double>
  ) -> (squares: SIMD4<Double>, passed: SIMD4<Double>) {
    var (sine, cosine, passed) = (SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.one)
    for lane in 0..<4 {
      // A triangle over two blocks passes sinc² of the offset.
      let half = Double.pi * (frequencies[lane] - centre) * spacing
      let (halfSine, halfCosine) = sineAndCosine(of: half)
      (sine[lane], cosine[lane]) = (2 * halfSine * halfCosine, 1 - 2 * halfSine * halfSine)
      if abs(half) > 1e-6 { passed[lane] = halfSine / half }
    }
    var (re, im) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    var (x, y) = (SIMD4<Double>.one, SIMD4<Double>.zero)
    for value in values {
      re += value.x * x + value.y * y
      im += value.y * x - value.x * y
      (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
    }
    return (re * re + im * im, passed * passed)
  }
}

/// A rotation of the complex plane by a fixed angle.
private struct Rotation {
  /// The number 1 after one rotation.
  let start: SIMD2<Double>

  init(_ angle: Double) {
    let (sine, cosine) = sineAndCosine(of: angle)
    start = SIMD2(cosine, sine)
  }

  /// Returns a number after one more rotation.
  @inline(__always)
  func next(_ number: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(
      number.x * start.x - number.y * start.y,
      number.x * start.y + number.y * start.x)
  }
}
