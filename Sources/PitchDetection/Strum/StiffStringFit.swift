// SPDX-License-Identifier: MIT

internal import Acoustics
internal import SignalProcessing

/// The fit of the stiff-string model to the partials of a string.
///
/// The model is f_n = n·√(f1² + b·(n² − 1)) with b = B·f1². Its parameters are f1 and B. They
/// follow from a weighted least-squares fit of (f_n/n)² against n² − 1 to the messages of the
/// lines. Cauchy weights reduce the effect of a line that follows another sound. The prior of a
/// line in the next round is the frequency that a fit to the other lines predicts.
struct StiffStringFit: BitwiseCopyable {
  // c² stands for cents².
  // | name            | unit  | source                                                            |
  // | --------------- | ----- | ----------------------------------------------------------------- |
  // | firstSigma      | cents | sigma of f1 at the start, from a grid of one to three cents       |
  // | stiffSigma      | 1     | sigma of B, added to the typical B                                |
  // | leastInharm.    | 1     | `leastInharmonicity`: least B of a fit                            |
  // | reweightings    | 1     | fitted on synthetic strokes                                       |
  // | cauchy          | 1     | squared width of the Cauchy weights, in variances; the scatter    |
  // |                 |       | bounds the square of a residual at the same width                 |
  // | leastSquare     | c²    | added to a variance, which keeps the quotient finite              |
  // | expected…       | cents | scatter of the partials that the estimate expects, with the       |
  // |                 |       | weight of one partial                                             |
  // | least…          | cents | least scatter of the partials about the fit                       |
  // | unknown…        | cents | scatter if fewer than `scatterCount` partials have a message      |
  // | scatterCount    | 1     | one partial more than the model has parameters                    |
  // | explained       | 1     | share of a line's own variance that its residual is expected to   |
  // |                 |       | contain; set                                                      |
  // | softening       | c²    | variance up to which a line has its whole weight in the scatter;  |
  // |                 |       | set                                                               |
  // | shared          | 1     | weight of a line that another string's line may overlap           |
  // | body            | cents | sigma of the shift of a first partial by a body; up to 12 on      |
  // |                 |       | guitars                                                           |
  // | bodyScatter     | cents | scatter from which the whole shift by a body is expected          |
  // | preciseFit      | cents | sigmas of a fit up to which it excludes a body if its partials do |
  // |                 |       | not scatter, and from which it does not                           |
  // | ownGlide        | 1     | sigma of one partial's glide, as a share of the string's glide    |
  // | leastVariance   | c²    | least variance of a prior and of a partial's own glide, which     |
  // |                 |       | keeps the equations of a line regular                             |
  // | leastRelative…  | 1     | `leastRelativeGlideVariance`: least variance of γ, which keeps    |
  // |                 |       | the equations of the fit regular                                  |
  // | mostVariance    | c²    | largest variance of a prior: 30 cents squared; set                |
  // | earlyVariance   | c²    | least variance of a prior before `settledRound`                   |
  // | settledRound    | 1     | first round in which priors have the variance of the fit          |
  static let firstSigma = 40.0
  static let stiffSigma = 2e-5
  private static let leastInharmonicity = -2e-5
  private static let reweightings = 4
  static let cauchy = 9.0
  static let leastSquare = 1e-12
  private static let expectedScatter = 0.005
  private static let leastScatter = 0.0005
  private static let unknownScatter = 0.3
  private static let scatterCount = 3.0
  private static let explained = 0.8
  private static let softening = 0.01
  private static let shared = 0.03
  private static let body = 5.0
  private static let bodyScatter = 0.1
  private static let preciseFit = (0.06, 0.2)
  private static let ownGlide = 0.15
  private static let leastVariance = 1e-8
  static let leastRelativeGlideVariance = 1e-12
  private static let mostVariance = 900.0
  private static let earlyVariance = 4.0
  static let settledRound = 3

  /// The frequency f1 in hertz.
  private(set) var first: Double
  /// The stiffness b in hertz².
  private(set) var stiffness: Double
  /// The scatter of the partials about the fit, in cents.
  private(set) var scatter = 1.0
  /// The relative glide γ of the string and its variance.
  private(set) var glide = 0.0
  /// The first partial that the other partials predict: mean in hertz, variance in cents².
  private(set) var predicted: LinePrior

  private let startSquare: Double
  private let typical: Double
  private var glideVariance: Double

  /// Starts a fit.
  ///
  /// - Parameters:
  ///   - first: f1 in hertz.
  ///   - inharmonicity: B at the start.
  ///   - typical: the typical B of such a string.
  ///   - glideVariance: the variance of the prior of γ.
  init(first: Double, inharmonicity: Double, typical: Double, glideVariance: Double) {
    self.first = first
    stiffness = inharmonicity * first * first
    predicted = LinePrior(mean: first, variance: StrumLine.firstVariance)
    startSquare = first * first
    self.typical = typical
    self.glideVariance = glideVariance
  }

  /// The standard deviation of the prior of B.
  var inharmonicitySigma: Double { typical + Self.stiffSigma }

  /// The inharmonicity coefficient B.
  var inharmonicity: Double { stiffness / (first * first) }

  /// The standard deviation of the body's shift of the first partial, in cents.
  var bodySigma: Double { Self.body * min(1, scatter / Self.bodyScatter) }

  /// Returns the same, given the standard deviation of the predicted first partial in cents.
  ///
  /// Few or faint partials may fit the model by chance. They exclude a body only if the fit is
  /// precise.
  func bodySigma(predicted sigma: Double) -> Double {
    let (least, most) = Self.preciseFit
    return max(bodySigma, Self.body * min(max((sigma - least) / (most - least), 0), 1))
  }

  /// Reduces the glide to that in the middle of a later window.
  ///
  /// - Parameter fading: the share of the glide that remains.
  mutating func fadeGlide(by fading: Double) {
    glide *= fading
    glideVariance = max(glideVariance * fading * fading, Self.leastRelativeGlideVariance)
  }

  /// Fits the model to the messages of the lines in `range`, and writes their priors.
  ///
  /// - Parameters:
  ///   - lines: all lines.
  ///   - range: the indices of this string's lines.
  ///   - isShared: true for lines that a line of another string may overlap.
  ///   - points: storage for a point of each line.
  ///   - round: the number of the round, from 1.
  mutating func fit(
    _ lines: inout FixedArray<StrumLine>, _ range: Range<Int>,
    isShared: borrowing FixedArray<Bool>, into points: inout FixedArray<StiffStringPoint>,
    round: Int
  ) {
    guard !range.isEmpty else { return }
    let difference = Self.ownGlide * glide * CentRatio.perNeper
    let ownVariance = difference * difference + Self.leastVariance
    let glideVariance = self.glideVariance * CentRatio.perNeper * CentRatio.perNeper
    let base = first * first
    for index in range {
      points[index] = StiffStringPoint(lines[index], isShared: isShared[index], weight: Self.shared)
    }
    var square = scatter * scatter
    var sums = StiffStringSums()
    var answer = StiffStringSolution()
    for round in 0..<Self.reweightings {
      sums = StiffStringSums(
        base: base, start: startSquare, typical: typical, sigma: inharmonicitySigma,
        glideVariance: glideVariance)
      for index in range where points[index].isInformative {
        points[index].setWeight(scatter: square, difference: ownVariance)
        sums.add(points[index], lines[index].squareLessOne, sign: 1)
      }
      answer = sums.solution
      if answer.stiffness < Self.leastInharmonicity * base {
        (answer.first, answer.stiffness) = (sums.firstWithoutStiffness, 0)
      }
      let glide = (answer.glide, answer.glideVariance + ownVariance)
      for index in range where points[index].isInformative {
        points[index].setResidual(
          fitted: answer.first + answer.stiffness * lines[index].squareLessOne, glide: glide,
          scatter: square, keepsWeight: round == Self.reweightings - 1)
      }
      square = Self.scatter(points, range, before: square)
    }
    scatter = square.squareRoot()
    first = max(answer.first, 1).squareRoot()
    stiffness = answer.stiffness
    glide = answer.glide / CentRatio.perNeper
    writePriors(&lines, range, points, sums, round: round, ownVariance: ownVariance)
  }

  /// Returns the variance about the fit of the lines that sent a message, in cents².
  private static func scatter(
    _ points: borrowing FixedArray<StiffStringPoint>, _ range: Range<Int>, before square: Double
  ) -> Double {
    var count = 0.0
    for index in range where points[index].isInformative { count += 1 }
    guard count >= scatterCount else { return unknownScatter * unknownScatter }
    // The fit takes two degrees of freedom, those of f1 and B.
    let freedom = count / max(count - 2, 1)
    var (sum, weights) = (expectedScatter * expectedScatter, 1.0)
    for index in range where points[index].isInformative {
      let point = points[index]
      let variance = point.variance + square
      let weight = point.cauchy * min(1, (square + softening) / variance)
      let squared = min(point.residual * point.residual, cauchy * variance)
      sum += weight * (squared * freedom - explained * point.variance)
      weights += weight
    }
    return max(sum / weights, leastScatter * leastScatter)
  }

  private mutating func writePriors(
    _ lines: inout FixedArray<StrumLine>, _ range: Range<Int>,
    _ points: borrowing FixedArray<StiffStringPoint>, _ sums: StiffStringSums, round: Int,
    ownVariance: Double
  ) {
    for index in range {
      let line = lines[index]
      var others = sums
      others.add(points[index], line.squareLessOne, sign: -1)
      let solution = others.solution
      let (square, variance, covariance) = solution.prediction(at: line.squareLessOne)
      let bounded = max(square, 1)
      let scale = 2 * bounded / CentRatio.perNeper
      var prior = LinePrior(
        mean: Double(line.number) * bounded.squareRoot(),
        variance: variance / (scale * scale) + scatter * scatter + Self.leastVariance)
      prior.glide = solution.glide
      prior.glideVariance = solution.glideVariance + ownVariance
      prior.covariance = covariance / scale
      if line.number == 1 {
        predicted = prior
        prior.variance += bodySigma * bodySigma
      }
      prior.variance = max(
        prior.variance, round >= Self.settledRound ? Self.leastVariance : Self.earlyVariance)
      if prior.variance > Self.mostVariance {
        prior.covariance *= (Self.mostVariance / prior.variance).squareRoot()
        prior.variance = Self.mostVariance
      }
      lines[index].prior = prior
    }
  }
}
