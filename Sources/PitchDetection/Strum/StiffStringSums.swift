// SPDX-License-Identifier: MIT

/// The sums of a weighted least-squares fit of y = f1² + b·x and of the glide, with a prior of
/// each.
struct StiffStringSums: BitwiseCopyable {
  /// The matrix of f1², b and the glide.
  private var corner = (0.0, 0.0, 0.0)
  private var side = (0.0, 0.0)
  private var glide = 0.0
  /// The right side.
  private var right = (0.0, 0.0, 0.0)

  init() {}

  /// Starts with the priors and no point.
  ///
  /// - Parameters:
  ///   - base: the present f1², which scales the widths of the priors.
  ///   - start: f1² at the start of the fit, the mean of its prior.
  ///   - typical: the mean of the prior of B.
  ///   - sigma: the standard deviation of the prior of B.
  ///   - glideVariance: the variance of the glide in cents².
  init(base: Double, start: Double, typical: Double, sigma: Double, glideVariance: Double) {
    let firstWidth = 2 * base * StiffStringFit.firstSigma / CentRatio.perNeper
    let first = 1 / (firstWidth * firstWidth)
    let stiff = 1 / (sigma * base * sigma * base)
    corner = (first, 0, stiff)
    glide = 1 / glideVariance
    right = (first * start, stiff * typical * base, 0)
  }

  /// Adds a point if `sign` is 1, and removes it if `sign` is −1.
  mutating func add(_ point: StiffStringPoint, _ x: Double, sign: Double) {
    let weight = sign * point.frequency
    corner.0 += weight
    corner.1 += weight * x
    corner.2 += weight * x * x
    side.0 += sign * point.cross
    side.1 += sign * point.cross * x
    glide += sign * point.glide
    right.0 += sign * point.frequencyPart
    right.1 += sign * point.frequencyPart * x
    right.2 += sign * point.glidePart
  }

  /// The matrix and the right side of f1² and b, after the elimination of the glide.
  private var reduced: (corner: (Double, Double, Double), right: (Double, Double)) {
    let share = (side.0 / glide, side.1 / glide)
    return (
      (
        corner.0 - share.0 * side.0, corner.1 - share.0 * side.1, corner.2 - share.1 * side.1
      ),
      (right.0 - share.0 * right.2, right.1 - share.1 * right.2)
    )
  }

  /// The solution for f1², b and the glide.
  var solution: StiffStringSolution {
    let (matrix, right) = reduced
    let scale = 1 / (matrix.0 * matrix.2 - matrix.1 * matrix.1)
    var solution = StiffStringSolution()
    solution.first = (matrix.2 * right.0 - matrix.1 * right.1) * scale
    solution.stiffness = (matrix.0 * right.1 - matrix.1 * right.0) * scale
    solution.firstVariance = matrix.2 * scale
    solution.bothVariance = -matrix.1 * scale
    solution.stiffnessVariance = matrix.0 * scale
    let share = (side.0 / glide, side.1 / glide)
    solution.firstShare = share.0
    solution.stiffnessShare = share.1
    solution.freeVariance = 1 / glide
    solution.glide =
      self.right.2 / glide - share.0 * solution.first - share.1 * solution.stiffness
    return solution
  }

  /// The solution for f1² if b is 0.
  var firstWithoutStiffness: Double { reduced.right.0 / reduced.corner.0 }
}

/// A solution of `StiffStringSums` with its covariances.
struct StiffStringSolution: BitwiseCopyable {
  var first = 0.0
  var stiffness = 0.0
  var glide = 0.0
  fileprivate var firstVariance = 0.0
  fileprivate var bothVariance = 0.0
  fileprivate var stiffnessVariance = 0.0
  fileprivate var firstShare = 0.0
  fileprivate var stiffnessShare = 0.0
  fileprivate var freeVariance = 0.0

  /// The variance of the glide.
  var glideVariance: Double {
    freeVariance + firstShare * firstShare * firstVariance
      + 2 * firstShare * stiffnessShare * bothVariance
      + stiffnessShare * stiffnessShare * stiffnessVariance
  }

  /// Returns y at x, its variance, and its covariance with the glide.
  func prediction(at x: Double) -> (square: Double, variance: Double, covariance: Double) {
    let byFirst = firstVariance + x * bothVariance
    let byStiffness = bothVariance + x * stiffnessVariance
    return (
      first + stiffness * x, byFirst + x * byStiffness,
      -(firstShare * byFirst + stiffnessShare * byStiffness)
    )
  }
}
