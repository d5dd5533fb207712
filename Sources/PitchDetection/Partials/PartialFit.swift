// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The stiff string that fits measured partials best, and the frequency of its first partial.
///
/// Weighted least squares of (f_n/n)² = f₁² + b·(n² − 1). The parameter is the first partial
/// itself, so a string with only that partial is measured by it alone. The weights come from the
/// variances of the partials and the scatter of real strings about the fit, which the residuals
/// estimate. Robust weights reduce outliers (another string, a body mode): Cauchy's function first,
/// then Tukey's.
struct PartialFit {
  /// Cents in a neper of frequency: 1200/ln 2.
  static let centsPerNeper = 1731.234_049_066_756
  /// Decibels of twice an amplitude: 20·log₁₀ 2.
  private static let decibelsPerOctave = 6.020_599_913_279_624
  // | name              | unit  | source                                                      |
  // | ----------------- | ----- | ----------------------------------------------------------- |
  // | rounds            | 1     | reweighting changes nothing after four                      |
  // | priorSpread       | 1     | standard error of the typical B, added to B itself          |
  // | firstScatter      | cents | scatter before the first residuals                          |
  // | fewScatter        | cents | scatter of one or two partials, which leave no residuals    |
  // | leastScatter      | cents | scatter of synthetic strings                                |
  // | highestScatter    | cents | beyond it the partials belong to no string                  |
  // | expectedResiduals | 1     | prior weight of the expected residuals                      |
  // | glideSeconds      | s     | time constant of the glide after a pluck, on recorded notes |
  // | glideFloor        | 1/s²  | variance of the glide of one partial beside its noise       |
  private static let rounds = 4
  private static let priorSpread = 2e-5
  private static let firstScatter = 0.02
  private static let fewScatter = 0.3
  private static let leastScatter = 0.0005
  private static let highestScatter = 20.0
  private static let expectedResiduals = 1.0
  static let glideSeconds = 0.08
  private static let glideFloor = 4e-6

  /// The first partial of the fit, f₁, in hertz.
  var fit = 0.0
  /// The first partial in the middle of the window, in hertz.
  var frequency = 0.0
  /// The first partial at the newest sample, in hertz.
  var frequencyNow = 0.0
  /// The inharmonicity coefficient B.
  var inharmonicity = 0.0
  /// True if the partials determine B more exactly than the typical value.
  var carriesInharmonicity = false
  /// The standard error of `frequencyNow`, in cents.
  var sigma = 0.0
  /// The part of `sigma` squared that noise explains, in square cents.
  var noise = 0.0
  /// The scatter of the partials about the fit, in cents.
  var scatter = 0.0
  /// The part of the first partial's frequency that is attributed to a beat, in cents.
  var beat = 0.0
  /// The power of the first partial, a mean square; `nil` if it is not present.
  var firstPower: Double?
  /// The number of present partials.
  var presentCount = 0

  /// Fits the stiff-string model to `partials`.
  ///
  /// - Parameters:
  ///   - partials: the measured partials.
  ///   - pitch: the first partial of the fit that predicted them, in hertz.
  ///   - glideSpread: the standard deviation of the glide, as a share of the frequency per second.
  ///   - points: scratch space for as many points as partials, overwritten.
  ///   - memory: the shift of the first partial that the note has shown so far.
  ///   - elapsed: the time since the last measurement, in seconds.
  ///
  /// The result is `nil` if no partial is present, or if no string has such partials.
  init?(
    _ partials: borrowing PartialMeasurement, near pitch: Double, glideSpread: Double,
    points: inout FixedArray<Point>, memory: inout ShiftMemory,
    after elapsed: Double
  ) {
    let prior = Prior(near: pitch)
    scatter = Self.firstScatter
    for index in 0..<partials.count where partials[index].isPresent {
      points[presentCount] = Point(partials[index], at: index)
      presentCount += 1
    }
    guard presentCount > 0 else { return nil }
    var line = Line()
    for round in 0..<Self.rounds {
      Self.weigh(&points, count: presentCount, scatter: scatter, round: round)
      guard let fitted = Line(points, count: presentCount, prior: prior) else { return nil }
      line = fitted
      scatter = Self.scatter(
        of: &points, count: presentCount, f1Squared: line.f1Squared, b: line.b)
    }
    carriesInharmonicity = line.determinant / line.sum - prior.weight > prior.weight
    var variance = line.variance
    variance *= Self.residualShare(of: points, count: presentCount, scatter: scatter)
    fit = line.f1Squared.squareRoot()
    frequency = fit
    inharmonicity = line.inharmonicity
    noise = variance
    let glide = commonGlide(partials, points, spread: glideSpread)
    pullTowardsFirstPartial(
      partials, glide: glide?.value ?? 0, variance: &variance, memory: &memory, after: elapsed)
    extrapolate(along: glide, over: partials.secondsToNow, variance: &variance)
    sigma = variance.squareRoot()
  }

  /// The typical inharmonicity of a string as a further measurement of b.
  private struct Prior {
    let weight: Double
    let b: Double

    init(near pitch: Double) {
      let typical = TypicalInharmonicity.coefficient(at: pitch)
      let squared = pitch * pitch
      let spread = (typical + PartialFit.priorSpread) * squared
      weight = 1 / (spread * spread)
      b = typical * squared
    }
  }

  /// The line of the stiff string, (f_n/n)² = f₁² + b·(n² − 1), fitted with the present weights.
  private struct Line {
    private(set) var f1Squared = 0.0
    private(set) var b = 0.0
    /// The sum of the weights.
    private(set) var sum = 0.0
    /// The determinant of the normal equations.
    private(set) var determinant = 0.0
    /// The weighted sum of (n² − 1)², with the weight of the prior.
    private var sumXX = 0.0

    /// Makes a line that no points determine.
    init() {}

    /// Solves the normal equations; `nil` if all weights are 0, or no string has such partials.
    init?(_ points: borrowing FixedArray<Point>, count: Int, prior: Prior) {
      var sums = (w: 0.0, x: 0.0, xx: 0.0, y: 0.0, xy: 0.0)
      for place in 0..<count {
        let point = points[place]
        let g = point.share * point.scale
        sums.w += g
        sums.x += g * point.x
        sums.xx += g * point.x * point.x
        sums.y += g * point.y
        sums.xy += g * point.x * point.y
      }
      guard sums.w > 0 else { return nil }
      sum = sums.w
      sumXX = sums.xx + prior.weight
      determinant = sum * sumXX - sums.x * sums.x
      let right = sums.xy + prior.weight * prior.b
      f1Squared = (sumXX * sums.y - sums.x * right) / determinant
      b = (sum * right - sums.x * sums.y) / determinant
      if b < -1e-5 * f1Squared {
        b = 0
        f1Squared = sums.y / sum
      }
      if b > InharmonicFit.highestInharmonicity * f1Squared {
        b = InharmonicFit.highestInharmonicity * f1Squared
        f1Squared = (sums.y - b * sums.x) / sum
      }
      guard f1Squared > 100, f1Squared.isFinite else { return nil }
    }

    /// The variance of the first partial, in square cents.
    var variance: Double {
      0.25 * (sumXX / determinant) / (f1Squared * f1Squared) * (centsPerNeper * centsPerNeper)
    }

    /// The inharmonicity coefficient B.
    var inharmonicity: Double { f1Squared > b ? max(0, b / (f1Squared - b)) : 0 }
  }

  /// Returns half the cents from one squared frequency to another, by four terms of a series.
  ///
  /// The error is below 1e-9 cents if they are as close as a partial and the fit.
  @inline(__always)
  private static func cents(from fitted: Double, to found: Double) -> Double {
    let (fitted, found) = (max(fitted, 1), max(found, 1))
    // ln(a/b) = 2·artanh((a − b)/(a + b)).
    let ratio = (found - fitted) / (found + fitted)
    let square = ratio * ratio
    return square < 1e-4
      ? centsPerNeper * ratio * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square / 7)))
      : 600 * binaryLogarithm(of: found / fitted)
  }

  /// Sets the robust weight of each point by its deviation from the last fit.
  private static func weigh(
    _ points: inout FixedArray<Point>, count: Int, scatter: Double, round: Int
  ) {
    for place in 0..<count {
      let variance = points[place].variance + scatter * scatter
      var weight = 1.0
      if round == 1 {
        let u = points[place].residual / (2 * variance.squareRoot() + 0.05)
        weight = 1 / (1 + u * u)
      } else if round > 1 {
        let u = points[place].residual / (4 * variance.squareRoot() + 0.02)
        weight = abs(u) < 1 ? (1 - u * u) * (1 - u * u) : 0
      }
      points[place].weight = weight
      points[place].share = weight / variance
    }
  }

  /// Returns the weighted RMS of the residuals beyond the noise of the partials, in cents, and sets
  /// the residual of each point.
  private static func scatter(
    of points: inout FixedArray<Point>, count: Int, f1Squared: Double, b: Double
  ) -> Double {
    var (excess, total) = (0.0, 0.0)
    for place in 0..<count {
      let point = points[place]
      let residual = cents(from: f1Squared + b * point.x, to: point.y)
      points[place].residual = residual
      excess += point.share * (residual * residual - point.variance)
      total += point.share
    }
    guard count >= 3 else { return fewScatter }
    return min(highestScatter, max(leastScatter, max(0, excess / max(total, 1e-30)).squareRoot()))
  }

  /// Returns the variance of the residuals as a share of the expected variance, 0…1.
  ///
  /// The noise is measured in the gaps between partials, where the decay and the glide of a loud
  /// partial leave a little power too. Partials that lie closer to the fit than that noise are less
  /// uncertain. The expected variance counts as `expectedResiduals` further residuals.
  private static func residualShare(
    of points: borrowing FixedArray<Point>, count: Int, scatter: Double
  ) -> Double {
    // Two parameters were fitted.
    var (sum, freedom) = (0.0, -2.0)
    for place in 0..<count {
      let point = points[place]
      sum += point.weight * point.residual * point.residual / (point.variance + scatter * scatter)
      freedom += point.weight
    }
    guard freedom > 0 else { return 1 }
    return min(1, (expectedResiduals + sum) / (expectedResiduals + freedom))
  }

  /// Moves the result from the fit towards the measured first partial.
  ///
  /// The reported pitch is the first partial, and a real string deviates from the fit.
  private mutating func pullTowardsFirstPartial(
    _ partials: borrowing PartialMeasurement, glide: Double, variance: inout Double,
    memory: inout ShiftMemory, after elapsed: Double
  ) {
    guard partials.count > 0, partials[0].number == 1, partials[0].isPresent else { return }
    let first = partials[0]
    // A transform of a real sine is half its amplitude.
    firstPower = 2 * first.amplitude * first.amplitude
    var top = 0.0
    for index in 0..<partials.count { top = max(top, partials[index].amplitude) }
    let shift = FirstPartialShift(
      of: first, level: Self.decibelsPerOctave * binaryLogarithm(of: first.amplitude / top + 1e-9),
      fit: (fit, variance, scatter), glide: glide, memory: &memory, after: elapsed)
    frequency = fit * exponential(of: shift.cents / Self.centsPerNeper)
    variance = shift.variance
    noise = shift.noise
    beat = shift.beat
  }

  /// Returns the common glide of the partials, as a share of the frequency per second, with its
  /// variance.
  private func commonGlide(
    _ partials: borrowing PartialMeasurement, _ points: borrowing FixedArray<Point>,
    spread: Double
  ) -> (value: Double, variance: Double)? {
    var (sum, total) = (0.0, 0.0)
    for place in 0..<presentCount where points[place].weight > 0.2 {
      let partial = partials[points[place].index]
      let g = 1 / (partial.glideError * partial.glideError + Self.glideFloor)
      sum += g * partial.glide
      total += g
    }
    guard total > 0 else { return nil }
    let squared = spread * spread
    return (sum / total * squared / (squared + 1 / total), squared / (1 + squared * total))
  }

  /// Extrapolates from the middle of the window to the newest sample along the common glide of the
  /// partials.
  ///
  /// The glide after a pluck slows down: over half a window a straight line would predict twice the
  /// change.
  private mutating func extrapolate(
    along glide: (value: Double, variance: Double)?, over seconds: Double, variance: inout Double
  ) {
    frequencyNow = frequency
    guard let glide else { return }
    let reach = Self.glideSeconds * (1 - exponential(of: -seconds / Self.glideSeconds))
    let cents = Self.centsPerNeper * reach
    variance += cents * cents * glide.variance
    frequencyNow = frequency * exponential(of: glide.value * reach)
  }
}
