// SPDX-License-Identifier: MIT

/// The changes of all strings when the peg of one string is turned: a matrix with its uncertainty.
///
/// The element (i, j) is the change of string i in cents for a change of string j by one cent. On a
/// floating bridge it is negative: a string that is pulled up moves the bridge, and the others
/// fall.
///
/// All strings are attached to one bridge, so the elements off the diagonal are −p_i·q_j: p_i is
/// the fall of string i when the bridge moves, and q_j the movement of the bridge when string j is
/// turned. The forces are linear in the tensions, so p and q hold for changes of any size on
/// `TensionScale`. Both are fitted by least squares over successive strokes, by the Gauss–Newton
/// method. A string that was not turned yet has its q_j from the prior, with the prior's
/// uncertainty.
package struct StringCouplings: Hashable, Sendable {
  // | name        | source                                                                      |
  // | ----------- | --------------------------------------------------------------------------- |
  // | fall        | mean and standard deviation of p: floating bridges of two to five springs   |
  // | movement    | of q about 1: string tensions of one set lie within a quarter of their mean |
  // | significant | standard deviations from which a coupling is shown                          |
  // | notable     | couplings below this move a string by less than a cent in a tone; set       |
  // | small       | half the mean of p: half a cent in a turn of 10 cents; set                  |
  // | certain     | standard deviations from which a coupling is shown to be small              |
  private static let fall = (mean: 0.1, sigma: 0.1)
  private static let movement = (mean: 1.0, sigma: 0.3)
  private static let significant = 3.0
  private static let notable = 0.01
  private static let small = 0.05
  private static let certain = 2.0
  private static let rounds = 50

  /// The number of strings.
  package let stringCount: Int
  /// The number of turns that the fit used.
  package let turnCount: Int
  /// The root mean square of the residual changes, in their standard deviations; `nil` without a
  /// turn.
  ///
  /// Above 2, the strings are not attached to one bridge, or they slip in the nut.
  package let misfit: Double?

  /// p of each string.
  let falls: [Double]
  /// q of each string.
  let movements: [Double]
  /// The covariance of the falls, followed by the movements.
  let covariance: [[Double]]

  /// Fits the couplings of some turns.
  ///
  /// Changes of many octaves, which no string makes, may leave the equations without a solution.
  /// The couplings are then those of the prior.
  ///
  /// - Parameters:
  ///   - moves: the turns, each with a change for every string.
  ///   - stringCount: the number of strings.
  /// - Complexity: O(rounds · (moves + n) · n²), n = `stringCount`.
  package init(of moves: [StringMove], stringCount: Int) {
    let count = stringCount
    let moves = moves.filter { $0.changes.count == count }
    self.stringCount = stringCount
    turnCount = moves.count
    let start =
      Array(repeating: Self.fall.mean, count: count)
      + Array(repeating: Self.movement.mean, count: count)
    var values = start
    var normal = Normal(count: count, moves, at: values)
    for _ in 0..<Self.rounds {
      guard let equations = PositiveEquations(normal.matrix) else { break }
      let step = equations.solution(for: normal.right)
      for index in values.indices { values[index] += step[index] }
      normal = Normal(count: count, moves, at: values)
      if step.allSatisfy({ abs($0) < 1e-10 }) { break }
    }
    if let equations = PositiveEquations(normal.matrix) {
      covariance = equations.inverse
    } else {
      // The matrix is the prior's, which is positive, plus squares. Only changes of many octaves
      // exceed the range or the precision of a number. They determine nothing, so the prior holds.
      values = start
      normal = Normal(count: count, moves, at: values)
      covariance = Self.priorCovariance(count: count)
    }
    falls = Array(values[..<count])
    movements = Array(values[count...])
    misfit =
      normal.changeCount > 0 ? (normal.squares / Double(normal.changeCount)).squareRoot() : nil
  }

  /// The normal equations at a point: priors and changes, linearised.
  private struct Normal {
    var matrix: [[Double]]
    var right: [Double]
    /// The sum of the squares of the residual changes, in standard deviations.
    var squares = 0.0
    var changeCount = 0

    init(count: Int, _ moves: [StringMove], at values: [Double]) {
      matrix = Array(repeating: Array(repeating: 0, count: 2 * count), count: 2 * count)
      right = Array(repeating: 0, count: 2 * count)
      for index in 0..<(2 * count) {
        let prior = index < count ? StringCouplings.fall : StringCouplings.movement
        let weight = 1 / (prior.sigma * prior.sigma)
        matrix[index][index] += weight
        right[index] -= weight * (values[index] - prior.mean)
      }
      for move in moves {
        guard let turn = move.tensions[move.turned]?.change else { continue }
        let j = move.turned
        for i in 0..<count where i != j {
          guard let (change, sigma) = move.tensions[i].map({ ($0.change, $0.sigma) }) else {
            continue
          }
          let (fall, movement) = (values[i], values[count + j])
          let rest = change + fall * movement * turn
          let (byFall, byMovement) = (movement * turn, fall * turn)
          let weight = 1 / (sigma * sigma)
          matrix[i][i] += weight * byFall * byFall
          matrix[count + j][count + j] += weight * byMovement * byMovement
          matrix[count + j][i] += weight * byFall * byMovement
          matrix[i][count + j] += weight * byFall * byMovement
          right[i] -= weight * byFall * rest
          right[count + j] -= weight * byMovement * rest
          squares += weight * rest * rest
          changeCount += 1
        }
      }
    }
  }

  private static func priorCovariance(count: Int) -> [[Double]] {
    (0..<(2 * count)).map { row in
      let sigma = row < count ? fall.sigma : movement.sigma
      return (0..<(2 * count)).map { $0 == row ? sigma * sigma : 0 }
    }
  }

  /// Returns the change of a string when another is turned by one cent; 1 for the string itself.
  ///
  /// - Parameters:
  ///   - string: the index of the string that moves.
  ///   - turned: the index of the string that is turned.
  /// - Returns: cents per cent; negative on a floating bridge.
  package func coupling(of string: Int, to turned: Int) -> Double {
    string == turned ? 1 : -falls[string] * movements[turned]
  }

  /// Returns the standard deviation of a coupling; 0 for the string itself.
  package func sigma(of string: Int, to turned: Int) -> Double {
    guard string != turned else { return 0 }
    let (i, j) = (string, stringCount + turned)
    let (byFall, byMovement) = (movements[turned], falls[string])
    let variance =
      byFall * byFall * covariance[i][i] + byMovement * byMovement * covariance[j][j]
      + 2 * byFall * byMovement * covariance[i][j]
    return max(0, variance).squareRoot()
  }

  /// True if the turns show that strings detune one another.
  ///
  /// On a fixed bridge they hardly do.
  package var isSignificant: Bool {
    guard turnCount > 0 else { return false }
    for string in 0..<stringCount {
      for turned in 0..<stringCount where turned != string {
        let size = abs(coupling(of: string, to: turned))
        if size > Self.notable, size > Self.significant * sigma(of: string, to: turned) {
          return true
        }
      }
    }
    return false
  }

  /// True if the turns show that every string moves each of the others by little.
  ///
  /// The upper bounds of all couplings are small. A string that is not known to have moved has the
  /// prior's bound, which is not small.
  package var isSmall: Bool {
    (0..<stringCount).allSatisfy { string in
      (0..<stringCount).allSatisfy { turned in
        guard string != turned else { return true }
        let bound =
          abs(coupling(of: string, to: turned)) + Self.certain * sigma(of: string, to: turned)
        return bound <= Self.small
      }
    }
  }
}
