// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The first partial of a note, measured over all of its steady part at once: the peak of one long
/// spectrum.
///
/// A reading of the engine looks back over at most 0.17 s. In that time the first partial beats with
/// the other polarisation of the string and with the body. A window of a second and a half separates
/// the lines that beat. It is the window of Blackman and Harris: its side lobes lie 92 dB under the
/// peak, so neither the other partials nor the ends of the part move it.
///
/// Source: F. J. Harris, "On the use of windows for harmonic analysis with the discrete Fourier
/// transform", Proc. IEEE 66 (1978), doi:10.1109/PROC.1978.10837, the window of four terms; D. C.
/// Rife and R. R. Boorstyn 1974, doi:10.1109/TIT.1974.1055282, the peak as the most likely
/// frequency.
struct FirstPartialPeak {
  // | name         | unit    | source                                                            |
  // | ------------ | ------- | ----------------------------------------------------------------- |
  // | reach        | cents   | from the readings: wider than a body moves the first partial      |
  // | near         | cents   | distance from which the peak is measured again around itself      |
  // | leastShare   | 1       | share of the power: a partial 35 dB under the others is not       |
  // |              |         | measured                                                          |
  // | leastPeriods | periods | half of them lie within the bell of the window                    |
  // | step         | 1       | of the search, as a share of the reciprocal of the length         |
  // | equal        | 1       | power of another line that is as strong: 2 dB under the strongest |
  private static let reach = Cents(30)
  private static let near = Cents(2)
  private static let leastShare = 3.2e-4
  private static let leastPeriods = 16.0
  private static let step = 0.25
  private static let equal = 0.63

  /// The frequency of the strongest peak.
  let frequency: Hertz
  /// The frequency of another peak that is about as strong; `nil` for none.
  ///
  /// Which of two equal lines is the stronger depends on the moment: neither is the pitch.
  let rival: Hertz?

  /// Measures the partial near a known pitch.
  ///
  /// - Parameters:
  ///   - samples: the steady part, any scale.
  ///   - sampleRate: the rate of the samples.
  ///   - pitch: the pitch that the readings found.
  /// - Complexity: O(n + p·l) for n samples, p periods and l lines within 30 cents of the pitch.
  ///
  /// The result is `nil` where no peak lies within 30 cents of the pitch, the partial is too weak, or
  /// the part holds too few periods.
  init?(of samples: Span<Float>, sampleRate: SampleRate, near pitch: Hertz) {
    var (centre, distance, other) = (pitch, Cents(0), Hertz?.none)
    // The other partials fold exactly to the zeros of the triangle where the centre is the partial.
    for _ in 0..<2 {
      guard let offsets = Self.offsets(of: samples, Double(sampleRate.hertz), from: centre) else {
        return nil
      }
      let found = Hertz(centre.value + offsets.peak)
      other = offsets.rival.map { Hertz(centre.value + $0) }
      distance = found.interval(above: centre)
      centre = found
      if distance.magnitude <= Self.near { break }
    }
    guard centre.interval(above: pitch).magnitude <= Self.reach else { return nil }
    (frequency, rival) = (centre, other)
  }

  /// Returns the distances of the peak and of its rival from a frequency, in hertz; `nil` where there
  /// is no peak.
  private static func offsets(
    of samples: Span<Float>, _ rate: Double, from pitch: Hertz
  ) -> (peak: Double, rival: Double?)? {
    let periods = Double(samples.count) * pitch.value / rate
    guard periods >= leastPeriods, pitch.value < rate / 4 else { return nil }
    let spectrum = ShiftedSpectrum(of: samples, rate: rate, centre: pitch.value)
    let step = step * rate / Double(samples.count)
    let widest = pitch.raised(by: reach).value - pitch.value
    let count = max(2, Int((widest / step).rounded(.up)))
    let powers = (-count...count).map { spectrum.power(at: Double($0) * step) }
    let peaks = powers.indices.dropFirst().dropLast().filter {
      powers[$0] > powers[$0 - 1] && powers[$0] >= powers[$0 + 1]
    }
    guard let place = peaks.max(by: { powers[$0] < powers[$1] }), let highest = powers.max(),
      powers[place] == highest, highest >= leastShare * spectrum.meanSquare
    else { return nil }
    let rival = peaks.filter { $0 != place && powers[$0] > equal * highest }
      .max { powers[$0] < powers[$1] }
    var offset = Double(place - count) * step
    // Near its peak the logarithm of a line is a parabola. The second one lies closer around it.
    for width in [step, step / 8] {
      let (low, middle, high) = (
        spectrum.level(at: offset - width), spectrum.level(at: offset),
        spectrum.level(at: offset + width)
      )
      let curvature = low - 2 * middle + high
      guard curvature < 0 else { return nil }
      offset += width * max(-1, min(1, 0.5 * (low - high) / curvature))
    }
    return (offset, rival.map { Double($0 - count) * step })
  }
}

/// The spectrum of a stretch of sound near one frequency.
///
/// The frequency is shifted to 0 and the rate reduced to about one value a period. Each value is a
/// triangle over two periods: it suppresses the other partials, whose frequencies fold to 0.
private struct ShiftedSpectrum {
  private typealias Value = (re: Double, im: Double)

  /// The coefficients of the window's cosines.
  private static let window = (0.35875, 0.48829, 0.14128, 0.01168)

  /// The number of periods from one exact angle to the next.
  ///
  /// In between, the rounding errors of the rotations grow with the number of samples.
  private static let exactPeriods = 64

  /// The mean square of the samples under the window.
  let meanSquare: Double

  private let values: [(re: Double, im: Double)]
  /// The time between two values, in seconds.
  private let spacing: Double
  /// The sum of the window over the samples.
  private let total: Double

  init(of samples: Span<Float>, rate: Double, centre: Double) {
    let period = max(1, Int((rate / centre).rounded()))
    let count = samples.count
    var values = [(re: Double, im: Double)](repeating: (0, 0), count: count / period + 2)
    let (tone, bell) = (2 * .pi * centre / rate, 2 * .pi / Double(count))
    let lanes = SIMD4<Double>(0, 1, 2, 3)
    let (toneStep, bellStep) = (Turns(4 * tone), Turns(4 * bell))
    let (tonePeriod, bellPeriod) = (Turns(tone * Double(period)), Turns(bell * Double(period)))
    var (tones, bells) = (Turns.zero, Turns.zero)
    var (total, energy) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for (number, start) in stride(from: 0, to: count, by: period).enumerated() {
      let end = min(start + period, count)
      if number.isMultiple(of: Self.exactPeriods) {
        tones = Turns(tone * (Double(start) + lanes))
        bells = Turns(bell * (Double(start) + 0.5 + lanes))
      }
      var (phase, turn) = (tones, bells)
      var (first, second) = (Turns.zero, Turns.zero)
      var place = start
      while place < end {
        let cosine = turn.re
        // The multiples of an angle follow from its cosine: cos 2x = 2·cos² x − 1.
        let double = 2 * cosine * cosine - 1
        var weight =
          Self.window.0 - Self.window.1 * cosine + Self.window.2 * double
          - Self.window.3 * cosine * (2 * double - 1)
        var sample = SIMD4<Double>.zero
        let left = end - place
        if left >= 4 {
          for lane in 0..<4 { sample[lane] = Double(samples[place + lane]) }
        } else {
          for lane in 0..<left { sample[lane] = Double(samples[place + lane]) }
          weight.replace(with: 0, where: lanes .>= Double(left))
        }
        let value = sample * weight
        let share = (Double(place - start) + lanes) / Double(period)
        first.add(phase, times: value * (1 - share))
        second.add(phase, times: value * share)
        total += weight
        energy += weight * sample * sample
        phase = phase.advanced(by: toneStep)
        turn = turn.advanced(by: bellStep)
        place += 4
      }
      (tones, bells) = (tones.advanced(by: tonePeriod), bells.advanced(by: bellPeriod))
      values[number].re += first.re.sum()
      values[number].im -= first.im.sum()
      values[number + 1].re += second.re.sum()
      values[number + 1].im -= second.im.sum()
    }
    self.values = values
    self.total = total.sum()
    meanSquare = self.total > 0 ? energy.sum() / self.total : 0
    spacing = Double(period) / rate
  }

  /// Returns the mean square of the sine at an offset from the centre, in hertz.
  func power(at offset: Double) -> Double {
    let turn = Rotation(2 * .pi * offset * spacing)
    var (sum, phase) = ((re: 0.0, im: 0.0), (re: 1.0, im: 0.0))
    for value in values {
      sum.re += value.re * phase.re + value.im * phase.im
      sum.im += value.im * phase.re - value.re * phase.im
      phase = turn.next(phase)
    }
    // A triangle over two periods passes sinc² of the offset.
    let half = Double.pi * offset * spacing
    let passed = abs(half) < 1e-6 ? 1 : sineAndCosine(of: half).sine / half
    // A sine of amplitude A has a line of A/2 and a mean square of A²/2.
    return 2 * (sum.re * sum.re + sum.im * sum.im)
      / (total * total * passed * passed * passed * passed)
  }

  /// Returns the binary logarithm of the power at an offset from the centre, in hertz.
  func level(at offset: Double) -> Double { binaryLogarithm(of: power(at: offset) + 1e-300) }
}

/// Four complex numbers of magnitude 1.
private struct Turns {
  static var zero: Turns { Turns(re: .zero, im: .zero) }

  private(set) var re: SIMD4<Double>
  private(set) var im: SIMD4<Double>

  private init(re: SIMD4<Double>, im: SIMD4<Double>) { (self.re, self.im) = (re, im) }

  /// Makes the numbers of four angles.
  init(_ angles: SIMD4<Double>) {
    self = .zero
    for lane in 0..<4 {
      let angle = angles[lane].remainder(dividingBy: 2 * .pi)
      (im[lane], re[lane]) = sineAndCosine(of: angle)
    }
  }

  /// Makes four numbers of one angle.
  init(_ angle: Double) {
    let (sine, cosine) = sineAndCosine(of: angle.remainder(dividingBy: 2 * .pi))
    (re, im) = (SIMD4(repeating: cosine), SIMD4(repeating: sine))
  }

  /// Returns the numbers turned by others.
  @inline(__always)
  func advanced(by step: Turns) -> Turns {
    Turns(re: re * step.re - im * step.im, im: re * step.im + im * step.re)
  }

  /// Adds numbers of magnitude 1, each times a real number.
  @inline(__always)
  mutating func add(_ turns: Turns, times factors: SIMD4<Double>) {
    re += turns.re * factors
    im += turns.im * factors
  }
}

/// A rotation of the complex plane by a fixed angle.
private struct Rotation {
  private let sine: Double
  private let cosine: Double

  init(_ angle: Double) { (sine, cosine) = sineAndCosine(of: angle) }

  /// Returns a number after one more rotation.
  @inline(__always)
  func next(_ number: (re: Double, im: Double)) -> (re: Double, im: Double) {
    (
      number.re * cosine - number.im * sine,
      number.re * sine + number.im * cosine
    )
  }
}
