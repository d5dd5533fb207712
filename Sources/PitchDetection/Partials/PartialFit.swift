// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The stiff string that measured partials lie on, and the first partial as it rings.
///
/// Weighted least squares of (f_n/n)² = f₁² + b·(n² − 1): the parameter is the first partial itself,
/// so a string whose partial 1 alone is heard is measured by it alone. Weights are the partials' own
/// variances, joined with the scatter of real strings about the law, which is estimated from the
/// residuals; partials far off (another string, a body mode) lose their weight (Cauchy, then Tukey).
struct PartialFit {
  /// Cents in a neper of frequency: 1200/ln 2.
  static let centsPerNeper = 1731.234_049_066_756
  /// Decibels of twice an amplitude: 20·log₁₀ 2.
  private static let decibelsPerOctave = 6.020_599_913_279_624
  private static let rounds = 4
  private static let bodyFreedom = 2.5
  private static let expectedResiduals = 1.0
  private static let leastScatter = 0.0005
  /// In which time a glide slows down to 1/e, in seconds.
  static let glideSeconds = 0.08

  /// f₁ of the law, in hertz.
  var fit = 0.0
  /// The first partial as it rings in the middle of the window, in hertz.
  var frequency = 0.0
  /// The first partial as it rings now, in hertz.
  var frequencyNow = 0.0
  /// B.
  var inharmonicity = 0.0
  /// Whether the partials say more about B than what is typical does.
  var carriesInharmonicity = false
  /// The standard error of `frequencyNow`, in cents.
  var sigma = 0.0
  /// The scatter of the partials about the law, in cents.
  var scatter = 0.0
  /// The power of the first partial, a mean square; `nil` where it was not heard.
  var firstPower: Double?
  /// How many partials were heard.
  var heardCount = 0

  /// Fits the law to `partials`.
  ///
  /// - Parameters:
  ///   - partials: what was measured.
  ///   - start: the law that they were looked for by.
  ///   - glideSpread: how fast a string may glide now, as a share of its frequency a second.
  ///   - points: room for as many as there are partials, overwritten.
  ///
  /// `nil` where no partial was heard, or the fit is no string.
  init?(
    _ partials: borrowing PartialMeasurement,
    from start: (frequency: Double, inharmonicity: Double),
    glideSpread: Double, points: inout FixedArray<Point>
  ) {
    let typical = TypicalInharmonicity.coefficient(at: start.frequency)
    let squared = start.frequency * start.frequency
    let spread = (typical + 2e-5) * squared
    let prior = (weight: 1 / (spread * spread), b: typical * squared)
    var (f1Squared, b) = (squared, start.inharmonicity * squared)
    scatter = 0.02
    for index in 0..<partials.count where partials[index].isHeard {
      points[heardCount] = Point(partials[index], at: index)
      heardCount += 1
    }
    guard heardCount > 0 else { return nil }
    var (sum, determinant, sumXX) = (0.0, 0.0, 0.0)
    for round in 0..<Self.rounds {
      Self.weigh(&points, count: heardCount, scatter: scatter, round: round)
      var sums = (w: 0.0, x: 0.0, xx: 0.0, y: 0.0, xy: 0.0)
      for place in 0..<heardCount {
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
      scatter = Self.scatter(of: &points, count: heardCount, f1Squared: f1Squared, b: b)
    }
    carriesInharmonicity = determinant / sum - prior.weight > prior.weight
    var variance =
      0.25 * (sumXX / determinant) / (f1Squared * f1Squared)
      * (Self.centsPerNeper * Self.centsPerNeper)
    variance *= Self.residualShare(of: points, count: heardCount, scatter: scatter)
    fit = f1Squared.squareRoot()
    frequency = fit
    inharmonicity = f1Squared > b ? max(0, b / (f1Squared - b)) : 0
    pullTowardsFirstPartial(partials, variance: &variance)
    extrapolate(partials, points, glideSpread: glideSpread, variance: &variance)
    sigma = variance.squareRoot()
  }

  /// Half the cents from one squared frequency to another: by four terms of a series where they lie near
  /// one another, as a partial does its law, within 1e-9 cents.
  @inline(__always)
  private static func cents(from law: Double, to found: Double) -> Double {
    let (law, found) = (max(law, 1), max(found, 1))
    // ln(a/b) = 2·artanh((a − b)/(a + b)).
    let ratio = (found - law) / (found + law)
    let square = ratio * ratio
    return square < 1e-4
      ? centsPerNeper * ratio * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square / 7)))
      : 600 * binaryLogarithm(of: found / law)
  }

  /// Says how far each point is believed, by how far it lay from the last law.
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

  /// The weighted RMS of the residuals from a law beyond the partials' own noise, in cents; the points learn
  /// theirs.
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
    guard count >= 3 else { return 0.3 }
    return min(20, max(leastScatter, max(0, excess / max(total, 1e-30)).squareRoot()))
  }

  /// How large the residuals are against what was expected of them, in variance, 0…1.
  ///
  /// The noise is measured in the gaps, where a loud partial's decay and glide leave some of their own:
  /// partials that lie closer to the law than that are less uncertain. What is measured counts as so
  /// many residuals of the size expected.
  private static func residualShare(
    of points: borrowing FixedArray<Point>, count: Int, scatter: Double
  ) -> Double {
    // Two parameters were fitted.
    var (sum, believed) = (0.0, -2.0)
    for place in 0..<count {
      let point = points[place]
      sum += point.weight * point.residual * point.residual / (point.variance + scatter * scatter)
      believed += point.weight
    }
    guard believed > 0 else { return 1 }
    return min(1, (expectedResiduals + sum) / (expectedResiduals + believed))
  }

  /// What is asked for is the first partial as it rings: where a real string leaves the law, its own
  /// measurement counts, as far as it stands above the noise.
  private mutating func pullTowardsFirstPartial(
    _ partials: borrowing PartialMeasurement, variance: inout Double
  ) {
    guard partials.count > 0, partials[0].number == 1, partials[0].isHeard else { return }
    let first = partials[0]
    // A transform of a real sine is half its amplitude.
    firstPower = 2 * first.amplitude * first.amplitude
    let residual = 1200 * binaryLogarithm(of: first.frequency / fit)
    let own = first.standardError / first.frequency * Self.centsPerNeper
    let ownVariance = own * own + 1e-8
    var top = 0.0
    for index in 0..<partials.count { top = max(top, partials[index].amplitude) }
    let level = Self.decibelsPerOctave * binaryLogarithm(of: first.amplitude / top + 1e-9)
    var pull = 0.0
    // A body moves the lowest partial more than those that the scatter is taken from.
    let freedom = Self.bodyFreedom * scatter
    if abs(residual) < 8 * (scatter + ownVariance.squareRoot()) + 0.5 {
      pull =
        freedom * freedom / (freedom * freedom + ownVariance)
        * min(1, max(0, (level + 45) / 10))
    }
    let significance = 0.5 * abs(residual) / ownVariance.squareRoot() - 1
    pull = max(pull, min(1, max(0, (level + 36) / 8)) * min(1, max(0, significance)))
    frequency = fit * exponential(of: pull * residual / Self.centsPerNeper)
    let rest = 1 - pull
    variance =
      rest * rest * variance + pull * pull * ownVariance + pull * rest * residual * residual
  }

  /// Goes on from the middle of the window to now along the glide that the partials have in common.
  ///
  /// What glides after a pluck does so ever more slowly: half a window on, a straight line would have
  /// gone twice as far.
  private mutating func extrapolate(
    _ partials: borrowing PartialMeasurement, _ points: borrowing FixedArray<Point>,
    glideSpread: Double, variance: inout Double
  ) {
    var (sum, total) = (0.0, 0.0)
    for place in 0..<heardCount where points[place].weight > 0.2 {
      let partial = partials[points[place].index]
      let g = 1 / (partial.glideError * partial.glideError + 4e-6)
      sum += g * partial.glide
      total += g
    }
    var glide = 0.0
    let seconds =
      Self.glideSeconds * (1 - exponential(of: -partials.secondsToNow / Self.glideSeconds))
    if total > 0 {
      let spread = glideSpread * glideSpread
      glide = sum / total * spread / (spread + 1 / total)
      let cents = Self.centsPerNeper * seconds
      variance += cents * cents * spread / (1 + spread * total)
    }
    frequencyNow = frequency * exponential(of: glide * seconds)
  }
}
