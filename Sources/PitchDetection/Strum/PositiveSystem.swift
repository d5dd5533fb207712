// SPDX-License-Identifier: MIT

internal import SignalProcessing

/// A symmetric positive definite system of linear equations, solved by Cholesky factorisation.
///
/// The matrix is UᵀU with an upper triangle U. The rows of U and of the inverse of Uᵀ are computed
/// four columns at once. The right side is one more column of U, so that the factorisation also
/// solves with Uᵀ.
struct PositiveSystem: ~Copyable {
  private typealias Vector = SIMD4<Double>

  private let capacity: Int
  /// The number of values from row to row: the columns, the right side, and room for a whole vector
  /// behind it.
  private let stride: Int
  private var order = 0
  /// The upper triangle of the matrix, then U with the reciprocals on the diagonal.
  private var rows: FixedArray<Double>
  private var unknowns: FixedArray<Double>
  /// The inverse of Uᵀ, whose rows end with zeros up to a whole vector.
  private var inverse: FixedArray<Double>
  private var variances: FixedArray<Double>

  /// Prepares for systems of up to `order` unknowns.
  init(order: Int) {
    capacity = order
    stride = order + 2 * Vector.scalarCount
    rows = FixedArray(repeating: 0, count: order * stride)
    unknowns = FixedArray(repeating: 0, count: order)
    inverse = FixedArray(repeating: 0, count: order * stride)
    variances = FixedArray(repeating: 0, count: stride)
  }

  /// Starts a system of an order.
  ///
  /// The caller then sets its lower triangle and right side.
  mutating func begin(order: Int) {
    precondition(order >= 0 && order <= capacity)
    self.order = order
  }

  /// Sets an element of the lower triangle.
  @inline(__always)
  mutating func set(_ value: Double, at row: Int, _ column: Int) {
    rows[column * stride + row] = value
  }

  /// Adds to an element of the lower triangle.
  mutating func add(_ value: Double, at row: Int, _ column: Int) {
    rows[column * stride + row] += value
  }

  /// Adds to an element of the diagonal.
  mutating func addDiagonal(_ value: Double, at row: Int) { rows[row * stride + row] += value }

  /// Sets an element of the right side.
  mutating func setRight(_ value: Double, at row: Int) { rows[row * stride + order] = value }

  /// Adds to an element of the right side.
  mutating func addRight(_ value: Double, at row: Int) { rows[row * stride + order] += value }

  /// Returns an unknown of the last solution.
  func solution(_ row: Int) -> Double { unknowns[row] }

  /// Returns an element of the diagonal of the inverse matrix.
  func variance(_ row: Int) -> Double { variances[row] }

  /// Returns an element of the lower triangle of the inverse matrix, after `solveAndInvert`.
  func covariance(_ row: Int, _ column: Int) -> Double {
    var sum = 0.0
    for below in row..<order {
      sum += inverse[below * stride + row] * inverse[below * stride + column]
    }
    return sum
  }

  /// Solves the system.
  ///
  /// - Returns: false if rounding leaves a matrix that is not positive definite.
  mutating func solve() -> Bool {
    guard factorise() else { return false }
    let matrix = rows.address
    let solution = unknowns.mutableAddress
    for row in Swift.stride(from: order - 1, through: 0, by: -1) {
      let elements = matrix + row * stride
      var sum = elements[order]
      for column in (row + 1)..<max(order, row + 1) { sum -= elements[column] * solution[column] }
      solution[row] = sum * elements[row]
    }
    return true
  }

  /// Solves the system and computes the diagonal of the inverse matrix.
  mutating func solveAndInvert() -> Bool {
    guard solve() else { return false }
    let matrix = rows.address
    let result = inverse.mutableAddress
    let diagonal = variances.mutableAddress
    for column in Swift.stride(from: 0, to: order, by: Vector.scalarCount) {
      var squares = Vector.zero
      for row in column..<order {
        var sum = Vector.zero
        var factor = matrix + column * stride + row
        var above = UnsafePointer(result + column * stride + column)
        for _ in column..<row {
          sum -= factor.pointee * Self.load(above)
          factor += stride
          above += stride
        }
        sum *= matrix[row * stride + row]
        let place = result + row * stride
        Self.store(sum, at: place + column)
        if row < column + Vector.scalarCount {
          place[row] = matrix[row * stride + row]
          sum = Self.load(place + column)
        }
        squares += sum * sum
      }
      Self.store(squares, at: diagonal + column)
    }
    return true
  }

  /// Replaces the matrix by U, with the reciprocals on the diagonal, and the right side by its
  /// solution with Uᵀ.
  private mutating func factorise() -> Bool {
    let matrix = rows.mutableAddress
    for row in 0..<order {
      let elements = matrix + row * stride
      for column in Swift.stride(from: row, through: order, by: Vector.scalarCount) {
        var sum = Self.load(elements + column)
        var factor = matrix + row
        var above = matrix + column
        for _ in 0..<row {
          sum -= factor.pointee * Self.load(above)
          factor += stride
          above += stride
        }
        Self.store(sum, at: elements + column)
      }
      let pivot = elements[row]
      guard pivot > 0, pivot.isFinite else { return false }
      let scale = 1 / pivot.squareRoot()
      for column in Swift.stride(from: row, through: order, by: Vector.scalarCount) {
        Self.store(Self.load(elements + column) * scale, at: elements + column)
      }
      elements[row] = scale
    }
    return true
  }

  @inline(__always)
  private static func load(_ address: UnsafePointer<Double>) -> Vector {
    UnsafeRawPointer(address).loadUnaligned(as: Vector.self)
  }

  @inline(__always)
  private static func store(_ vector: Vector, at address: UnsafeMutablePointer<Double>) {
    UnsafeMutableRawPointer(address).storeBytes(of: vector, as: Vector.self)
  }
}
