// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The period at which a note repeats, measured over several repetitions.
struct RepetitionPeriod {
  // | name       | unit    | source                                                               |
  // | ---------- | ------- | -------------------------------------------------------------------- |
  // | reach      | 1       | share of a lag: a maximum within it is its period                    |
  // | allowance  | 1       | loss of similarity up to which more repetitions are measured: the    |
  // |            |         | upper partials of a stiff string no longer repeat after a few        |
  // | edgeError  | periods | samples at the two ends that do not cancel, fitted on plucks         |
  // | slopeError | 1       | error of the interpolated slope per sample, fitted on plucks         |
  // | bandwidth  | 1       | mean square of the angular frequencies of white noise, per sample²   |
  // | precision  | 1       | error of a similarity in single precision                            |
  private static let reach = 0.03
  private static let allowance = 0.02
  private static let edgeError = 2.0
  private static let slopeError = 5e-4
  private static let bandwidth = 2.8
  private static let precision = 1e-7

  /// The period, in samples of the analysis.
  let lagInSamples: Double
  /// The standard error of the period, in cents; `nil` if it is not known.
  let sigma: Cents?

  /// Measures the period near `lag`; `nil` if no maximum lies there.
  ///
  /// It is measured at the most repetitions, a power of two, that the lags and half the samples
  /// hold, as long as these are about as similar as the first one. An error of the lag then divides
  /// by their number.
  ///
  /// - Parameters:
  ///   - lag: the approximate period, in samples.
  ///   - values: the normalised square difference.
  ///   - count: the number of compared samples.
  ///   - isFilled: false if zeros precede them. These shift the maxima by an unknown amount.
  ///   - interpolation: locates the maximum.
  init?(
    near lag: Double, in values: Span<Float>, of count: Int, isFilled: Bool,
    by interpolation: borrowing LagInterpolation
  ) {
    guard
      let first = Self.top(
        of: values, near: lag, within: max(1, Int(Self.reach * lag)), below: values.count - 1)
    else { return nil }
    guard var maximum = interpolation.maximum(of: values, at: first) else {
      lagInSamples = KeyMaxima.interpolate(values, at: first).lagInSamples
      sigma = nil
      return
    }
    // The value at a whole lag depends on the distance of the period from it.
    let least = maximum.value - Self.allowance
    var repetitions = 1
    while true {
      let place = 2 * maximum.lagInSamples
      let reach = max(1, Int(maximum.lagInSamples / Double(4 * repetitions)))
      guard place < Double(count / 2),
        let top = Self.top(of: values, near: place, within: reach, below: values.count - 1),
        let next = interpolation.maximum(of: values, at: top), next.value >= least
      else { break }
      (maximum, repetitions) = (next, 2 * repetitions)
    }
    lagInSamples = maximum.lagInSamples / Double(repetitions)
    sigma = isFilled ? Self.error(of: maximum, repetitions: repetitions, in: count) : nil
  }

  /// Returns the highest maximum near a lag.
  private static func top(
    of values: Span<Float>, near lag: Double, within reach: Int, below end: Int
  ) -> Int? {
    let middle = Int(lag + 0.5)
    let (first, last) = (max(2, middle - reach), min(end - 1, middle + reach))
    guard first <= last else { return nil }
    var top: Int?
    for place in first...last
    where values[place] > values[place - 1] && values[place] >= values[place + 1] {
      if let highest = top, values[place] <= values[highest] { continue }
      top = place
    }
    return top
  }

  /// Returns the standard error of a maximum's lag, in cents of it.
  ///
  /// With e the part that does not repeat, 1 − n, c the curvature and W compared pairs, white noise
  /// gives the slope of n the variance (2·e·c + e²·b)/W, with b the mean square frequency of the
  /// noise. If instead the partials decay at different rates, the products of two partials cancel
  /// within whole periods T, and those of the samples at the ends remain: 2·e·c·(2T/W)². The slope
  /// over c is the lag's error.
  private static func error(
    of maximum: LagInterpolation.Maximum, repetitions: Int, in count: Int
  ) -> Cents? {
    let pairs = Double(count) - maximum.lagInSamples
    guard pairs > 0 else { return nil }
    let (rest, curvature) = (max(precision, 1 - maximum.value), maximum.curvature)
    let noise = (2 * rest * curvature + rest * rest * bandwidth) / pairs
    let edge = edgeError * maximum.lagInSamples / Double(repetitions) / pairs
    let slope = noise + 2 * rest * curvature * edge * edge + slopeError * slopeError
    return Cents(
      PartialFit.centsPerNeper * slope.squareRoot() / curvature / maximum.lagInSamples)
  }
}
