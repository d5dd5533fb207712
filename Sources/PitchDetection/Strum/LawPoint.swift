// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// A line's message as a point of its string's law: y = (f_n/n)² at n² − 1.
struct LawPoint: BitwiseCopyable {
  /// True where the line sent a message.
  var isHeard = false
  /// y in hertz², and the change of y by a cent.
  private(set) var square = 0.0
  private(set) var squareOfCent = 1.0
  /// The message's variance in cents².
  private(set) var variance = 0.0
  /// The distance from the law in cents.
  private(set) var residual = 0.0
  /// Cauchy's weight, and the whole weight of y.
  private(set) var cauchy = 1.0
  private(set) var weight = 0.0
  private var share = 1.0

  init() {}

  /// Makes the point of a line.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - isShared: true where another string's line may lie.
  ///   - weight: the weight of such a line.
  init(_ line: StrumLine, isShared: Bool, weight: Double) {
    guard line.message.precision > 0 else { return }
    isHeard = true
    let fundamental = line.message.mean / Double(line.number)
    square = fundamental * fundamental
    squareOfCent = 2 * square / CentRatio.perNeper
    variance = 1 / line.message.precision
    share = isShared ? weight : 1
  }

  /// Sets the weight for a squared scatter.
  mutating func setWeight(scatter: Double) {
    weight = share * cauchy / (variance + scatter) / (squareOfCent * squareOfCent)
  }

  /// Sets the residual from `law`, y of the law, and Cauchy's weight.
  mutating func setResidual(law: Double, scatter: Double, keepsWeight: Bool) {
    residual = (square - law) / squareOfCent
    guard !keepsWeight else { return }
    let squared = residual * residual / (variance + scatter + 1e-12)
    cauchy = 1 / (1 + squared / 9)
  }
}

/// The sums of a weighted least squares of y = f1² + b·x, with priors of both.
struct LawSums: BitwiseCopyable {
  /// Σw, Σwx, Σwx².
  private(set) var corner = (0.0, 0.0, 0.0)
  /// Σwy, Σwxy.
  private(set) var right = (0.0, 0.0)

  init() {}

  /// Begins with the priors alone.
  ///
  /// - Parameters:
  ///   - base: f1² as it is, for the widths.
  ///   - start: f1² of the start.
  ///   - typical: B expected.
  ///   - sigma: the standard deviation of B.
  init(base: Double, start: Double, typical: Double, sigma: Double) {
    let firstWidth = 2 * base * StringLaw.firstSigma / CentRatio.perNeper
    let first = 1 / (firstWidth * firstWidth)
    let stiff = 1 / (sigma * base * sigma * base)
    corner = (first, 0, stiff)
    right = (first * start, stiff * typical * base)
  }

  /// Adds a point, or takes it away by a sign of −1.
  mutating func add(_ point: LawPoint, _ x: Double, sign: Double) {
    let weight = sign * point.weight
    corner.0 += weight
    corner.1 += weight * x
    corner.2 += weight * x * x
    right.0 += weight * point.square
    right.1 += weight * x * point.square
  }

  private var determinant: Double { corner.0 * corner.2 - corner.1 * corner.1 }

  /// f1² and b.
  var solution: (first: Double, stiffness: Double) {
    let scale = 1 / determinant
    return (
      (corner.2 * right.0 - corner.1 * right.1) * scale,
      (corner.0 * right.1 - corner.1 * right.0) * scale
    )
  }

  /// Returns y at x and its variance.
  func prediction(at x: Double) -> (square: Double, variance: Double) {
    let (first, stiffness) = solution
    return (
      first + stiffness * x,
      (corner.2 - 2 * corner.1 * x + corner.0 * x * x) / determinant
    )
  }
}
