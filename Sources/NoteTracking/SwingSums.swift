// SPDX-License-Identifier: MIT

internal import CMathematics

/// The fit of a swing of one rate to a pitch.
struct SwingFit {
  /// The amplitude in cents.
  var depth: Double
  /// The share of the variance beyond a parabola that the swing explains, 0…1.
  var share: Double
}

/// The sums of a least-squares fit of c(t) = p₀ + p₁·t + p₂·t² + a·cos 2πrt + b·sin 2πrt.
///
/// The parabola models the rest: the pluck's glide, a slow bend.
struct SwingSums {
  /// The least number of points: twice the number of coefficients.
  private static let fewest = 10
  /// The number of coefficients.
  private static let size = 5

  private let rate: Double
  private let middle: Double
  private var products = InlineArray<25, Double>(repeating: 0)
  private var right = InlineArray<5, Double>(repeating: 0)
  private var square = 0.0
  private var count = 0

  init(rate: Double, middle: Double) {
    self.rate = rate
    self.middle = middle
  }

  /// Adds a point: `cents` at `time`.
  mutating func add(_ cents: Double, at time: Double) {
    let t = time - middle
    let turns = 2 * Double.pi * rate * t
    let row: InlineArray<5, Double> = [1, t, t * t, cos(turns), sin(turns)]
    for i in 0..<Self.size {
      right[i] += row[i] * cents
      for j in 0..<Self.size { products[Self.size * i + j] += row[i] * row[j] }
    }
    square += cents * cents
    count += 1
  }

  /// Solves the fit; `nil` for too few points, or points that do not separate a swing from a
  /// parabola.
  func fit() -> SwingFit? {
    guard count >= Self.fewest, let parabola = solve(3), let whole = solve(5) else { return nil }
    let (slow, all) = (residual(parabola, 3), residual(whole, 5))
    guard slow > 1e-9 else { return nil }
    return SwingFit(
      depth: (whole[3] * whole[3] + whole[4] * whole[4]).squareRoot(),
      share: max(0, 1 - all / slow))
  }

  private func residual(_ solution: InlineArray<5, Double>, _ count: Int) -> Double {
    var explained = 0.0
    for i in 0..<count { explained += solution[i] * right[i] }
    return max(0, square - explained)
  }

  /// Solves the first `count` equations by Gaussian elimination with pivots.
  private func solve(_ count: Int) -> InlineArray<5, Double>? {
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
