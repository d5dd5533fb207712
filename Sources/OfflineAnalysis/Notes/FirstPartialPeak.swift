// SPDX-License-Identifier: MIT

internal import Acoustics

/// The first partial of a note, measured over all of its steady part at once: the peak of one long
/// spectrum.
///
/// A reading of the engine uses at most 0.17 s of sound. The first partial beats with the other
/// polarisation of the string and with the body, and so short a window does not separate these
/// lines; a window of 1.5 s does. The Blackman–Harris window has side lobes 92 dB under the peak,
/// so neither the other partials nor the ends of the part move the peak.
///
/// Source: F. J. Harris, "On the use of windows for harmonic analysis with the discrete Fourier
/// transform", Proc. IEEE 66 (1978), doi:10.1109/PROC.1978.10837, for the window of four terms; D.
/// C. Rife and R. R. Boorstyn 1974, doi:10.1109/TIT.1974.1055282, for the peak as the
/// maximum-likelihood frequency.
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
  /// If two lines are equally strong, neither is the pitch.
  let rival: Hertz?

  /// Measures the partial near a known pitch.
  ///
  /// The result is `nil` if no peak lies within 30 cents of the pitch, if the partial is too weak,
  /// or if the part contains too few periods.
  ///
  /// - Parameters:
  ///   - samples: the steady part, any scale.
  ///   - sampleRate: the rate of the samples.
  ///   - pitch: the pitch that the readings found.
  /// - Complexity: O(n + b·l) for n samples in b blocks (``ShiftedSpectrum``) and l lines within 30
  ///   cents of the pitch.
  init?(of samples: Span<Float>, sampleRate: SampleRate, near pitch: Hertz) {
    let rate = Double(sampleRate.hertz)
    let periods = Double(samples.count) * pitch.value / rate
    guard periods >= Self.leastPeriods, pitch.value < rate / 4 else { return nil }
    var block = ShiftedSpectrum.Block(for: pitch.value, rate: rate)
    var spectrum = ShiftedSpectrum(of: samples, rate: rate, block: block)
    let step = Self.step * rate / Double(samples.count)
    guard var lines = Self.lines(of: spectrum, near: pitch, step) else { return nil }
    if lines.peak.interval(above: pitch).magnitude > Self.near {
      // If the centre is the partial, the other partials fold exactly to the zeros of the triangle.
      let better = ShiftedSpectrum.Block(for: lines.peak.value, rate: rate)
      if better != block {
        block = better
        spectrum = ShiftedSpectrum(of: samples, rate: rate, block: block)
      }
      guard let again = Self.lines(of: spectrum, near: lines.peak, step) else { return nil }
      lines = again
    }
    guard lines.peak.interval(above: pitch).magnitude <= Self.reach else { return nil }
    (frequency, rival) = (lines.peak, lines.rival)
  }

  /// Returns the peak within 30 cents of a frequency, and its rival; `nil` if there is no peak.
  private static func lines(
    of spectrum: ShiftedSpectrum, near pitch: Hertz, _ step: Double
  ) -> (peak: Hertz, rival: Hertz?)? {
    let widest = pitch.raised(by: reach).value - pitch.value
    let count = max(2, Int((widest / step).rounded(.up)))
    let lowest = pitch.value - Double(count) * step
    let powers = spectrum.powers(from: lowest, step: step, count: 2 * count + 1)
    let peaks = powers.indices.dropFirst().dropLast().filter {
      powers[$0] > powers[$0 - 1] && powers[$0] >= powers[$0 + 1]
    }
    guard let place = peaks.max(by: { powers[$0] < powers[$1] }), let highest = powers.max(),
      powers[place] == highest, highest >= leastShare * spectrum.meanSquare
    else { return nil }
    let rival = peaks.filter { $0 != place && powers[$0] > equal * highest }
      .max { powers[$0] < powers[$1] }
    var peak = lowest + Double(place) * step
    // Near its peak, the logarithm of a line is a parabola. The second parabola is fitted closer to
    // the peak.
    for width in [step, step / 8] {
      let levels = spectrum.levels(at: SIMD4(peak - width, peak, peak + width, peak))
      let curvature = levels.x - 2 * levels.y + levels.z
      guard curvature < 0 else { return nil }
      peak += width * max(-1, min(1, 0.5 * (levels.x - levels.z) / curvature))
    }
    return (Hertz(peak), rival.map { Hertz(lowest + Double($0) * step) })
  }
}
