// SPDX-License-Identifier: MIT

internal import Acoustics
internal import CMathematics

/// The pitch of a note's steady part, with its standard error.
///
/// A string's two polarisations and the body move its pitch by several cents during the decay, more
/// slowly than the window of a reading can average. The median reading depends on how long each
/// pitch lasted. This value is the pitch that agrees best with the phase of the whole part: the
/// peak of its periodogram, in which each moment is weighted by its amplitude A. Near the peak this
/// pitch is the slope of a line that is fitted to the phase with the weights A. The readings are
/// slopes of that phase, so the fit weights reading i at time t by w_i = (t_i − t_{i−1})·Σ_{j ≥ i}
/// A_j·(t_j − t̄), t̄ = Σ A·t / Σ A. For a steady tone the weights form a bell.
///
/// The ends of the part are arbitrary, because no event of the string marks them. So A is
/// multiplied by half a sine, the taper of least bias. It gives less weight to the ends, where a
/// beat is cut and the attack remains.
///
/// The slopes are those of the first partial, so a reading's beat belongs to them. A beat that is
/// larger than a body can cause shows that the first partial was not measured: the reading then
/// counts without it. A reading stands for the time since the previous one, but for no longer than
/// it was measured over.
///
/// A reading more than three standard deviations from the median is moved to three. A standard
/// deviation is at least the smallest standard error of a reading.
///
/// The error bar is the deviation of the readings and not the deviation of their mean, because a
/// beat slower than the part, and the choice of the part, move the pitch by as much.
///
/// Source: D. C. Rife and R. R. Boorstyn, "Single-tone parameter estimation from discrete-time
/// observations", IEEE Trans. Inf. Theory 20 (1974), doi:10.1109/TIT.1974.1055282, for the peak; S.
/// A. Tretter, "Estimating the frequency of a noisy sinusoid by linear regression", ibid. 31
/// (1985), doi:10.1109/TIT.1985.1057115, for the line; K. S. Riedel and A. Sidorenko, "Minimum bias
/// multiple taper spectral estimation", IEEE Trans. Signal Process. 43 (1995), arXiv:1803.04078,
/// for the taper.
struct SteadyPitch {
  /// The number of standard deviations beyond which a reading is an outlier.
  private static let reach = 3.0
  /// The standard deviation of a normal distribution over its median deviation.
  private static let normal = 1.4826
  /// The largest beat of a first partial that a mode of the body causes, in cents: see
  /// `FirstPartialShift` of the detection.
  private static let mostBeat = 40.0
  /// The longest time that one reading is measured over, in seconds.
  private static let longestReading = 0.2

  /// The pitch.
  let frequency: Hertz
  /// The standard deviation of the readings from `frequency`, each with its weight.
  ///
  /// It is the wander of the note, or the smallest standard error of a reading if that is larger.
  /// With fewer than three readings, it is that error.
  let sigma: Cents?

  /// Computes the pitch from the readings of a steady part.
  ///
  /// - Precondition: `readings` is not empty, and in the order of their times.
  init(of readings: ArraySlice<Readings.Reading>) {
    let weights = Self.weights(of: readings)
    // The fit averages beats over the whole part, so the readings keep their beats.
    let values = readings.map { Self.slope(of: $0.estimate).value }
    let total = weights.reduce(0, +)
    let smallest = readings.compactMap { $0.estimate.sigma }.min()
    guard readings.count >= 3, total > 0 else {
      frequency = Hertz(median(values))
      sigma = smallest
      return
    }
    let middle = Hertz(weightedMedian(values, weights))
    let deviations = values.map { Hertz($0).interval(above: middle).value }
    let spread = Self.normal * weightedMedian(deviations.map(abs), weights)
    // A reading with half of the weight is the median itself, so the spread would be 0.
    let limit = Self.reach * max(spread, smallest?.value ?? 0)
    var (sum, squares) = (0.0, 0.0)
    for (deviation, weight) in zip(deviations, weights) {
      sum += weight * min(limit, max(-limit, deviation))
    }
    let mean = sum / total
    for (reading, weight) in zip(readings, weights) {
      let deviation = reading.estimate.frequency.interval(above: middle).value
      let distance = min(limit, max(-limit, deviation)) - mean
      squares += weight * distance * distance
    }
    frequency = middle.raised(by: Cents(mean))
    let wander = Cents((squares / total).squareRoot())
    sigma = max(wander, smallest ?? wander)
  }

  /// Returns the slope of the first partial's phase, with its beat.
  private static func slope(of estimate: PitchEstimate) -> Hertz {
    guard let beat = estimate.beat, abs(beat.value) <= mostBeat else { return estimate.frequency }
    return estimate.frequency.raised(by: beat)
  }

  /// Returns the weights of the readings in the slope of the line that is fitted to the phase.
  private static func weights(of readings: ArraySlice<Readings.Reading>) -> [Double] {
    let times = readings.map { $0.time }
    let amplitudes = zip(amplitudes(of: readings), taper(at: times)).map { $0 * $1 }
    let centre = zip(amplitudes, times).reduce(0) { $0 + $1.0 * $1.1 } / amplitudes.reduce(0, +)
    var weights = [Double](repeating: 0, count: readings.count)
    var moment = 0.0
    for index in stride(from: readings.count - 1, to: 0, by: -1) {
      moment += amplitudes[index] * (times[index] - centre)
      // A reading covers the time before it, so it is the mean slope since the previous reading.
      weights[index] = max(0, moment) * min(longestReading, times[index] - times[index - 1])
    }
    return weights
  }

  /// Returns half a sine over the readings and one step more at either end, where it is zero.
  private static func taper(at times: [Double]) -> [Double] {
    let (first, last) = (times[0], times[times.count - 1])
    let step = (last - first) / Double(max(1, times.count - 1))
    let span = last - first + 2 * step
    return times.map { span > 0 ? sin(Double.pi * ($0 - first + step) / span) : 1 }
  }

  private static func amplitudes(of readings: ArraySlice<Readings.Reading>) -> [Double] {
    let levels = levels(of: readings)
    let loudest = levels.compactMap { $0 }.max() ?? 0
    return levels.map { exp2(log2(10) * (($0 ?? loudest) - loudest) / 20) }
  }

  /// Returns the level at each reading: of the first partial, or of the whole sound if the reading
  /// has no level of the partial.
  private static func levels(of readings: ArraySlice<Readings.Reading>) -> [Double?] {
    let own = readings.compactMap { $0.estimate.firstPartialLevel?.value }
    return own.count == readings.count ? own.map { $0 } : readings.map { $0.level?.value }
  }
}

/// Returns the weighted median: half of the weight lies below it.
///
/// - Precondition: `values` is not empty; the weights are not negative, and one is above 0.
func weightedMedian(_ values: [Double], _ weights: [Double]) -> Double {
  precondition(!values.isEmpty && values.count == weights.count)
  let sorted = zip(values, weights).sorted { $0.0 < $1.0 }
  let half = weights.reduce(0, +) / 2
  var below = 0.0
  for (value, weight) in sorted {
    below += weight
    if below >= half { return value }
  }
  return sorted[sorted.count - 1].0
}
