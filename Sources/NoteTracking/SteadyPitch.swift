// SPDX-License-Identifier: MIT

internal import Acoustics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The pitch of a note's steady part, and how sure it is.
///
/// A string's two polarisations and the body pull its pitch about while it dies away, by several cents
/// and for longer than a reading looks back. A middle reading then says how long each pitch lasted. One
/// look at the whole part says which pitch the sum of all moments agrees with best, the periodogram's
/// peak, and there each moment counts by its amplitude A: near the peak it is the slope of the line
/// that is fitted to the phase with those weights. The readings are the slopes of that phase, so the
/// fit weighs reading i at time t by
/// w_i = (t_i − t_{i−1})·Σ_{j ≥ i} A_j·(t_j − t̄), t̄ = Σ A·t / Σ A: for an even tone a bell.
///
/// Where the part begins and ends is our choice and not the string's. So A fades in and out by half a
/// sine, the taper of least bias: where a beat is cut, and what is left of the attack, count for less.
///
/// A reading further off than three standard deviations counts as one that far off.
///
/// Source: D. C. Rife and R. R. Boorstyn, "Single-tone parameter estimation from discrete-time
/// observations", IEEE Trans. Inf. Theory 20 (1974), doi:10.1109/TIT.1974.1055282, for the peak;
/// S. A. Tretter, "Estimating the frequency of a noisy sinusoid by linear regression", ibid. 31 (1985),
/// doi:10.1109/TIT.1985.1057115, for the line; K. S. Riedel and A. Sidorenko, "Minimum bias multiple
/// taper spectral estimation", IEEE Trans. Signal Process. 43 (1995), arXiv:1803.04078, for the taper.
struct SteadyPitch {
  /// Beyond so many standard deviations a reading is one that went wrong.
  private static let reach = 3.0
  /// The standard deviation of normal values over their median deviation.
  private static let normal = 1.4826

  /// The pitch.
  let frequency: Hertz
  /// Its standard error; `nil` where too few readings carry none of their own.
  let sigma: Cents?

  /// Joins the readings of a steady part.
  ///
  /// - Precondition: `readings` is not empty, and in the order of their times.
  init(of readings: ArraySlice<Readings.Reading>) {
    let weights = Self.weights(of: readings)
    let values = readings.map(\.estimate.frequency.value)
    let total = weights.reduce(0, +)
    guard readings.count >= 3, total > 0 else {
      frequency = Hertz(median(values))
      sigma = readings.compactMap(\.estimate.sigma).min()
      return
    }
    let middle = Hertz(weightedMedian(values, weights))
    let deviations = readings.map { $0.estimate.frequency.interval(above: middle).value }
    let spread = Self.normal * weightedMedian(deviations.map(abs), weights)
    let limit = Self.reach * spread
    var (sum, squares) = (0.0, 0.0)
    for (deviation, weight) in zip(deviations, weights) {
      sum += weight * min(limit, max(-limit, deviation))
      squares += weight * weight
    }
    frequency = middle.raised(by: Cents(sum / total))
    sigma = Cents(spread * squares.squareRoot() / total)
  }

  /// The weights of the readings in the slope of the line that is fitted to the phase.
  private static func weights(of readings: ArraySlice<Readings.Reading>) -> [Double] {
    let times = readings.map(\.time)
    let amplitudes = zip(amplitudes(of: readings), taper(at: times)).map { $0 * $1 }
    let centre = zip(amplitudes, times).reduce(0) { $0 + $1.0 * $1.1 } / amplitudes.reduce(0, +)
    var weights = [Double](repeating: 0, count: readings.count)
    var moment = 0.0
    for index in stride(from: readings.count - 1, to: 0, by: -1) {
      moment += amplitudes[index] * (times[index] - centre)
      // A reading looks back from its time, so it is the slope since the one before it.
      weights[index] = max(0, moment) * (times[index] - times[index - 1])
    }
    return weights
  }

  /// Half a sine over what the readings span and a step more at either end, where it is zero.
  private static func taper(at times: [Double]) -> [Double] {
    let (first, last) = (times[0], times[times.count - 1])
    let step = (last - first) / Double(max(1, times.count - 1))
    let span = last - first + 2 * step
    return times.map { span > 0 ? sin(Double.pi * ($0 - first + step) / span) : 1 }
  }

  private static func amplitudes(of readings: ArraySlice<Readings.Reading>) -> [Double] {
    let levels = levels(of: readings)
    let loudest = levels.compactMap(\.self).max() ?? 0
    return levels.map { exp2(log2(10) * (($0 ?? loudest) - loudest) / 20) }
  }

  /// How loud what was read is at each reading: the first partial, or all of the sound where one of
  /// them does not tell that.
  private static func levels(of readings: ArraySlice<Readings.Reading>) -> [Double?] {
    let own = readings.compactMap(\.estimate.firstPartialLevel?.value)
    return own.count == readings.count ? own : readings.map { $0.level?.value }
  }
}

/// Returns the value that half of the weight lies below.
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
