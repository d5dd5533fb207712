// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// A symmetric positive definite system of linear equations, solved by Cholesky factorisation.
struct PositiveSystem: ~Copyable {
  private let capacity: Int
  private var order = 0
  private var matrix: FixedArray<Double>
  private var right: FixedArray<Double>
  private var inverse: FixedArray<Double>
  private var variances: FixedArray<Double>

  /// Prepares for systems of up to `order` unknowns.
  init(order: Int) {
    capacity = order
    matrix = FixedArray(repeating: 0, count: order * order)
    right = FixedArray(repeating: 0, count: order)
    inverse = FixedArray(repeating: 0, count: order * order)
    variances = FixedArray(repeating: 0, count: order)
  }

  /// Starts a system of an order.
  ///
  /// The caller then sets its lower triangle and right side.
  mutating func begin(order: Int) { self.order = order }

  /// Sets an element of the lower triangle.
  @inline(__always)
  mutating func set(_ value: Double, at row: Int, _ column: Int) {
    matrix[row * capacity + column] = value
  }

  /// Adds to an element of the lower triangle.
  mutating func add(_ value: Double, at row: Int, _ column: Int) {
    matrix[row * capacity + column] += value
  }

  /// Adds to an element of the diagonal.
  mutating func addDiagonal(_ value: Double, at row: Int) {
    matrix[row * capacity + row] += value
  }

  /// Sets an element of the right side.
  mutating func setRight(_ value: Double, at row: Int) { right[row] = value }

  /// Adds to an element of the right side.
  mutating func addRight(_ value: Double, at row: Int) { right[row] += value }

  /// Returns an unknown of the last solution.
  func solution(_ row: Int) -> Double { right[row] }

  /// Returns an element of the diagonal of the inverse matrix.
  func variance(_ row: Int) -> Double { variances[row] }

  /// Returns an element of the lower triangle of the inverse matrix, after `solveAndInvert`.
  func covariance(_ row: Int, _ column: Int) -> Double {
    var sum = 0.0
    for below in row..<order {
      sum += inverse[below * capacity + row] * inverse[below * capacity + column]
    }
    return sum
  }

  /// Solves the system.
  ///
  /// - Returns: false where rounding leaves a matrix that is not positive definite.
  mutating func solve() -> Bool {
    guard factorise() else { return false }
    for row in 0..<order {
      var sum = right[row]
      for column in 0..<row { sum -= matrix[row * capacity + column] * right[column] }
      right[row] = sum * matrix[row * capacity + row]
    }
    for row in stride(from: order - 1, through: 0, by: -1) {
      var sum = right[row]
      for column in (row + 1)..<max(order, row + 1) {
        sum -= matrix[column * capacity + row] * right[column]
      }
      right[row] = sum * matrix[row * capacity + row]
    }
    return true
  }

  /// Solves the system and computes the diagonal of the inverse matrix.
  mutating func solveAndInvert() -> Bool {
    guard solve() else { return false }
    for column in 0..<order {
      var variance = 0.0
      for row in column..<order {
        var sum = row == column ? 1.0 : 0
        for between in column..<row {
          sum -= matrix[row * capacity + between] * inverse[between * capacity + column]
        }
        let value = sum * matrix[row * capacity + row]
        inverse[row * capacity + column] = value
        variance += value * value
      }
      variances[column] = variance
    }
    return true
  }

  /// Replaces the lower triangle by its Cholesky factor, with the reciprocals on the diagonal.
  private mutating func factorise() -> Bool {
    for row in 0..<order {
      for column in 0..<row {
        var sum = matrix[row * capacity + column]
        for before in 0..<column {
          sum -= matrix[row * capacity + before] * matrix[column * capacity + before]
        }
        matrix[row * capacity + column] = sum * matrix[column * capacity + column]
      }
      var pivot = matrix[row * capacity + row]
      for before in 0..<row {
        let element = matrix[row * capacity + before]
        pivot -= element * element
      }
      guard pivot > 0, pivot.isFinite else { return false }
      matrix[row * capacity + row] = 1 / pivot.squareRoot()
    }
    return true
  }
}
