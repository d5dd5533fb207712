// SPDX-License-Identifier: MIT

/// A symmetric positive definite system of linear equations, solved by Cholesky's factorisation.
struct PositiveEquations {
  private let order: Int
  /// The lower triangle of the factor, row by row.
  private var factor: [[Double]]

  /// Factorises a matrix; `nil` if it is not positive definite.
  ///
  /// - Parameter matrix: symmetric; only its lower triangle is read.
  init?(_ matrix: [[Double]]) {
    order = matrix.count
    factor = matrix
    for row in 0..<order {
      for column in 0...row {
        var sum = matrix[row][column]
        for index in 0..<column { sum -= factor[row][index] * factor[column][index] }
        if row == column {
          guard sum > 0, sum.isFinite else { return nil }
          factor[row][row] = sum.squareRoot()
        } else {
          factor[row][column] = sum / factor[column][column]
        }
      }
    }
  }

  /// The inverse of the matrix.
  var inverse: [[Double]] {
    (0..<order).map { column in
      solution(for: (0..<order).map { $0 == column ? 1 : 0 })
    }
  }

  /// Returns the solution for a right side.
  func solution(for right: [Double]) -> [Double] {
    var solution = right
    for row in 0..<order {
      for index in 0..<row { solution[row] -= factor[row][index] * solution[index] }
      solution[row] /= factor[row][row]
    }
    for row in (0..<order).reversed() {
      for index in (row + 1)..<max(order, row + 1) {
        solution[row] -= factor[index][row] * solution[index]
      }
      solution[row] /= factor[row][row]
    }
    return solution
  }
}
