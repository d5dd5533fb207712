// SPDX-License-Identifier: MIT

internal import CMathematics

/// The fit of a vibrato of one rate to a pitch.
struct VibratoFit {
  /// The amplitude in cents.
  var depth: Double
  /// The share of the variance that the vibrato explains and a parabola does not, 0…1.
  var share: Double
}

/// A least-squares fit of a vibrato to the pitches of a stretch.
///
/// The model is c(t) = p₀ + p₁·t + p₂·t² + a·cos 2πrt + b·sin 2πrt. The parabola models the glide
/// of the pluck and slow bends.
struct VibratoRegression {
  /// The least number of points: twice the number of coefficients.
  static let fewest = 10

  private typealias Turn = SIMD2<Double>

  /// Times from the middle of the stretch, in seconds.
  private let times: [Double]
  private let cents: [Double]
  /// The sums that do not depend on the rate.
  private var products = InlineArray<25, Double>(repeating: 0)
  private var right = InlineArray<5, Double>(repeating: 0)
  private var square = 0.0

  /// Adds the points.
  ///
  /// - Parameters:
  ///   - times: seconds from the middle of the stretch.
  ///   - cents: the pitches, as many.
  init(times: [Double], cents: [Double]) {
    (self.times, self.cents) = (times, cents)
    for (t, y) in zip(times, cents) {
      let row: InlineArray<3, Double> = [1, t, t * t]
      for i in 0..<3 {
        right[i] += row[i] * y
        for j in 0..<3 { products[5 * i + j] += row[i] * row[j] }
      }
      square += y * y
    }
  }

  /// Fits a vibrato of one rate; `nil` for too few points, or if the points can't distinguish a
  /// vibrato from a parabola.
  func fit(rate: Double) -> VibratoFit? {
    guard let slow = parabola else { return nil }
    return fit(times.map { Self.turn(2 * .pi * rate * $0) }, beyond: slow)
  }

  /// Searches a grid of rates and returns the vibrato that explains most.
  ///
  /// - Parameter rates: the slowest and the fastest rate in hertz, and the step.
  /// - Returns: the fit and its rate; `nil` if no rate can be fitted.
  func best(of rates: (slowest: Double, fastest: Double, step: Double)) -> (
    fit: VibratoFit, rate: Double
  )? {
    guard let slow = parabola else { return nil }
    var turns = times.map { Self.turn(2 * .pi * rates.slowest * $0) }
    let steps = times.map { Self.turn(2 * .pi * rates.step * $0) }
    var best: (fit: VibratoFit, rate: Double)?
    var rate = rates.slowest
    while rate <= rates.fastest {
      if let fit = fit(turns, beyond: slow), fit.share >= best?.fit.share ?? 0 {
        best = (fit, rate)
      }
      rate += rates.step
      for index in turns.indices {
        let (turn, step) = (turns[index], steps[index])
        turns[index] = Turn(turn.x * step.x - turn.y * step.y, turn.x * step.y + turn.y * step.x)
      }
    }
    return best
  }

  private static func turn(_ angle: Double) -> Turn { Turn(cos(angle), sin(angle)) }

  /// The sum of squares that a parabola leaves; `nil` if it leaves nothing, or for too few points.
  private var parabola: Double? {
    guard times.count >= Self.fewest, let solution = Self.solve(3, products, right) else {
      return nil
    }
    let left = residual(solution, 3, right)
    return left > 1e-9 ? left : nil
  }

  private func fit(_ turns: [Turn], beyond slow: Double) -> VibratoFit? {
    var (products, right) = (products, right)
    var constant = Turn.zero
    var (linear, quadratic, squares, cents) = (constant, constant, constant, constant)
    var cross = 0.0
    for index in turns.indices {
      let (turn, t) = (turns[index], times[index])
      constant += turn
      linear += turn * t
      quadratic += turn * (t * t)
      squares += turn * turn
      cross += turn.x * turn.y
      cents += turn * self.cents[index]
    }
    for (row, sums) in [constant, linear, quadratic].enumerated() {
      for column in 0..<2 {
        products[5 * row + 3 + column] = sums[column]
        products[5 * (3 + column) + row] = sums[column]
      }
    }
    (products[18], products[24], products[19], products[23]) = (squares.x, squares.y, cross, cross)
    (right[3], right[4]) = (cents.x, cents.y)
    guard let whole = Self.solve(5, products, right) else { return nil }
    return VibratoFit(
      depth: (whole[3] * whole[3] + whole[4] * whole[4]).squareRoot(),
      share: max(0, 1 - residual(whole, 5, right) / slow))
  }

  private func residual(
    _ solution: InlineArray<5, Double>, _ count: Int, _ right: InlineArray<5, Double>
  ) -> Double {
    var explained = 0.0
    for i in 0..<count { explained += solution[i] * right[i] }
    return max(0, square - explained)
  }

  /// Solves the first `count` equations by Gaussian elimination with pivots.
  private static func solve(
    _ count: Int, _ products: InlineArray<25, Double>, _ right: InlineArray<5, Double>
  ) -> InlineArray<5, Double>? {
    var (a, b) = (products, right)
    for column in 0..<count {
      var pivot = column
      for row in column..<count where abs(a[5 * row + column]) > abs(a[5 * pivot + column]) {
        pivot = row
      }
      guard abs(a[5 * pivot + column]) > 1e-9 else { return nil }
      if pivot != column {
        for place in 0..<count {
          let kept = a[5 * column + place]
          a[5 * column + place] = a[5 * pivot + place]
          a[5 * pivot + place] = kept
        }
        let kept = b[column]
        b[column] = b[pivot]
        b[pivot] = kept
      }
      for row in (column + 1)..<max(count, column + 1) {
        let factor = a[5 * row + column] / a[5 * column + column]
        for place in column..<count { a[5 * row + place] -= factor * a[5 * column + place] }
        b[row] -= factor * b[column]
      }
    }
    var solution = InlineArray<5, Double>(repeating: 0)
    for row in stride(from: count - 1, through: 0, by: -1) {
      var sum = b[row]
      for place in (row + 1)..<max(count, row + 1) { sum -= a[5 * row + place] * solution[place] }
      solution[row] = sum / a[5 * row + row]
    }
    return solution
  }
}
