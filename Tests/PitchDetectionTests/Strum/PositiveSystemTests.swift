// SPDX-License-Identifier: MIT

import Testing

@testable import PitchDetection

@Suite("Positive definite system")
struct PositiveSystemTests {
  /// Returns A = M·Mᵀ + I of an order, with a fixed M.
  private func matrix(_ order: Int) -> [[Double]] {
    var factor = [[Double]](repeating: [Double](repeating: 0, count: order), count: order)
    for row in 0..<order {
      for column in 0..<order {
        factor[row][column] = Double((row * 7 + column * 13) % 11) / 11 - 0.4
      }
    }
    var matrix = factor
    for row in 0..<order {
      for column in 0..<order {
        var sum: Double = row == column ? 1 : 0
        for between in 0..<order { sum += factor[row][between] * factor[column][between] }
        matrix[row][column] = sum
      }
    }
    return matrix
  }

  private func solve(
    _ matrix: [[Double]], _ solution: [Double], by system: inout PositiveSystem
  ) -> Bool {
    let order = solution.count
    system.begin(order: order)
    for row in 0..<order {
      var right = 0.0
      for column in 0..<order { right += matrix[row][column] * solution[column] }
      for column in 0...row { system.set(matrix[row][column], at: row, column) }
      system.setRight(right, at: row)
    }
    return system.solveAndInvert()
  }

  @Test("has the solution and the inverse of the matrix", arguments: [1, 2, 3, 4, 5, 8, 17, 30])
  func inverse(order: Int) {
    let matrix = matrix(order)
    var expected: [Double] = []
    for row in 0..<order { expected.append(1 - 0.3 * Double(row)) }
    var system = PositiveSystem(order: 30)
    // The largest order comes first: nothing that it leaves counts.
    _ = solve(self.matrix(30), [Double](repeating: 1, count: 30), by: &system)
    let isSolved = solve(matrix, expected, by: &system)
    #expect(isSolved)
    for row in 0..<order {
      let error = system.solution(row) - expected[row]
      #expect(abs(error) < 1e-10)
      // A row of the matrix times a column of its inverse.
      for column in 0..<order {
        var product = 0.0
        for between in 0..<order {
          let element: Double =
            between == column
            ? system.variance(column)
            : system.covariance(max(between, column), min(between, column))
          product += matrix[row][between] * element
        }
        let one: Double = row == column ? 1 : 0
        #expect(abs(product - one) < 1e-10)
      }
    }
  }

  @Test("has no solution where the matrix is not positive definite")
  func indefinite() {
    var system = PositiveSystem(order: 2)
    system.begin(order: 2)
    system.set(1, at: 0, 0)
    system.set(2, at: 1, 0)
    system.set(1, at: 1, 1)
    let isSolved = system.solve()
    #expect(!isSolved)
  }
}
