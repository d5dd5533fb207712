// SPDX-License-Identifier: MIT

package import Acoustics

/// The order in which to tune the strings of a guitar whose strings detune one another.
///
/// The plan also has the reading to which to tune each string, so that the later turns bring it to
/// its target.
package struct TuningPlan: Hashable, Sendable {
  /// One turn of a peg.
  package struct Step: Hashable, Sendable {
    /// The index of the string.
    package let string: Int
    /// The change of the string by this turn.
    package let turn: Cents
    /// The reading to which the string is tuned: its deviation from the target just after the turn.
    package let reading: Cents
  }

  /// The share of the in-tune window that the plan may leave as deviation; the rest is for errors.
  private static let share = 0.5

  /// The turns in order, the largest first; none if every string stays in tune.
  package let steps: [Step]
  /// The largest deviation after all turns, if the couplings are right.
  package let remaining: Cents

  /// Plans as few turns as possible.
  ///
  /// - Parameters:
  ///   - deviations: each string's deviation now; `nil` for a string that did not sound, which is
  ///     left out.
  ///   - couplings: how the strings detune one another.
  ///   - tolerance: the in-tune window.
  /// - Complexity: O(n⁵), n strings; 12 strings take about a million operations.
  package init(
    from deviations: [Cents?], couplings: StringCouplings, tolerance: Cents
  ) {
    let heard = deviations.indices.filter { deviations[$0]?.value.isFinite == true }
    let now = heard.map { deviations[$0]?.value ?? 0 }
    let problem = Problem(strings: heard, deviations: now, couplings)
    let limit = Self.share * tolerance.value
    var chosen = Array(heard.indices)
    var turns = problem.turns(of: chosen)
    while !chosen.isEmpty {
      // Returns the string whose omission leaves the others nearest to in tune.
      let candidates = chosen.map { left in
        let rest = chosen.filter { $0 != left }
        let turns = problem.turns(of: rest)
        return (rest: rest, turns: turns, worst: problem.worst(after: turns))
      }
      guard let best = candidates.min(by: { $0.worst < $1.worst }), best.worst <= limit else {
        break
      }
      (chosen, turns) = (best.rest, best.turns)
    }
    remaining = Cents(problem.worst(after: turns))
    var readings = now
    steps = chosen.sorted { abs(turns[$0]) > abs(turns[$1]) }.map { index in
      for other in heard.indices {
        readings[other] += couplings.coupling(of: heard[other], to: heard[index]) * turns[index]
      }
      return Step(
        string: heard[index], turn: Cents(turns[index]), reading: Cents(readings[index]))
    }
  }

  /// The least-squares equations of the turns.
  private struct Problem {
    let matrix: [[Double]]
    let deviations: [Double]

    init(strings: [Int], deviations: [Double], _ couplings: StringCouplings) {
      self.deviations = deviations
      matrix = strings.map { string in
        strings.map { couplings.coupling(of: string, to: $0) }
      }
    }

    /// Returns the turns of the chosen strings that minimise the sum of squared deviations, and 0
    /// for the others.
    func turns(of chosen: [Int]) -> [Double] {
      var turns = deviations.map { _ in 0.0 }
      let normal = chosen.map { left in
        chosen.map { right in
          matrix.indices.reduce(left == right ? 1e-9 : 0) {
            $0 + matrix[$1][left] * matrix[$1][right]
          }
        }
      }
      let right = chosen.map { column in
        matrix.indices.reduce(0.0) { $0 - matrix[$1][column] * deviations[$1] }
      }
      guard let equations = PositiveEquations(normal) else { return turns }
      for (index, turn) in zip(chosen, equations.solution(for: right)) { turns[index] = turn }
      return turns
    }

    /// Returns the largest deviation after turns.
    func worst(after turns: [Double]) -> Double {
      matrix.indices.reduce(0.0) { worst, row in
        let moved = zip(matrix[row], turns).reduce(deviations[row]) { $0 + $1.0 * $1.1 }
        return max(worst, abs(moved))
      }
    }
  }
}
