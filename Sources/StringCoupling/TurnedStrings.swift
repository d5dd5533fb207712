// SPDX-License-Identifier: MIT

/// The turns of some pegs after which every string is within a limit, on the scale of tensions.
///
/// All strings pull one bridge. If the strings S are turned by t, the bridge moves by b = Σ q_j·t_j
/// over S. A string that is not in S ends at d_i − p_i·b; a string in S ends at
/// r_j = d_j + t_j − p_j·(b − q_j·t_j). With w_j = q_j/(1 + p_j·q_j) it follows that
/// Σ w_j·r_j = (1 − Σ w_j·p_j)·b + Σ w_j·d_j, so b alone decides whether S is sufficient.
struct TurnedStrings {
  /// The turn of each string; 0 for those that are not turned.
  let turns: [Double]
  /// The deviation of each string after all turns.
  let rest: [Double]

  /// The sum of the squares of `rest`.
  var squares: Double { rest.reduce(0) { $0 + $1 * $1 } }

  /// Finds the turns with the smallest sum of squared deviations; `nil` if these pegs can't bring
  /// every string within its limit.
  ///
  /// If that sum would leave a turned string outside its limit, all turned strings get rests of one
  /// size instead.
  ///
  /// - Parameters:
  ///   - strings: the strings to turn, as a set of bits.
  ///   - deviations: the deviation of each string now.
  ///   - falls: p of each string.
  ///   - movements: q of each string.
  ///   - limit: the largest deviation of a turned string afterwards.
  ///   - staying: the largest deviation of a string whose peg stays.
  init?(
    _ strings: Int, from deviations: [Double], falls: [Double], movements: [Double],
    within limit: Double, staying: Double
  ) {
    let weights = deviations.indices.map { index in
      strings & 1 << index == 0
        ? 0 : movements[index] / (1 + falls[index] * movements[index])
    }
    guard
      let bridge = Bridge(
        strings, from: deviations, falls: falls, weights: weights, within: limit, staying: staying)
    else { return nil }
    let (best, squares) = (bridge.best, bridge.squares)
    let sum = bridge.slope * best + bridge.offset
    let isSpread = weights.allSatisfy { abs($0 * sum) <= limit * squares }
    var (turns, rest) = (deviations.map { _ in 0.0 }, deviations)
    for index in deviations.indices {
      guard strings & 1 << index != 0 else {
        rest[index] -= falls[index] * best
        continue
      }
      // The rests with the smallest squares, or equal ones if the largest of those is too large.
      let share = isSpread ? weights[index] / squares : (weights[index] < 0 ? -1 : 1) / bridge.reach
      rest[index] = squares > 0 ? sum * share : 0
      turns[index] =
        (rest[index] - deviations[index] + falls[index] * best)
        / (1 + falls[index] * movements[index])
    }
    guard turns.allSatisfy(\.isFinite) else { return nil }
    (self.turns, self.rest) = (turns, rest)
  }

  /// The sums over the strings that determine the movement of the bridge.
  private struct Bridge {
    // The weighted sum of the rests of the turned strings is slope·b + offset.
    private(set) var slope = 1.0
    private(set) var offset = 0.0
    /// The sum of the absolute weights.
    private(set) var reach = 0.0
    /// The sum of the squared weights.
    private(set) var squares = 0.0
    private var fallSquares = 0.0
    private var fallProducts = 0.0
    private var bounds = Bounds()

    /// Sums over the strings; `nil` if no movement brings every string within its limit.
    init?(
      _ strings: Int, from deviations: [Double], falls: [Double], weights: [Double],
      within limit: Double, staying: Double
    ) {
      for index in deviations.indices {
        if strings & 1 << index == 0 {
          guard bounds.require(deviations[index], minus: falls[index], within: staying) else {
            return nil
          }
          fallSquares += falls[index] * falls[index]
          fallProducts += falls[index] * deviations[index]
        } else {
          slope -= weights[index] * falls[index]
          offset += weights[index] * deviations[index]
          reach += abs(weights[index])
          squares += weights[index] * weights[index]
        }
      }
      guard bounds.require(offset, minus: -slope, within: limit * reach) else { return nil }
    }

    /// The permitted movement with the smallest sum of squared rests.
    var best: Double {
      // Without a weight nothing moves the bridge.
      guard squares > 0 else { return 0 }
      let curvature = fallSquares + slope * slope / squares
      let wanted = fallProducts - slope * offset / squares
      return curvature > 0 ? bounds.nearest(to: wanted / curvature) : 0
    }
  }

  /// The movements of the bridge that are permitted.
  private struct Bounds {
    private var low = -Double.infinity
    private var high = Double.infinity

    /// Requires |value − factor·b| ≤ limit, and returns false if no b fulfils all requirements.
    mutating func require(_ value: Double, minus factor: Double, within limit: Double) -> Bool {
      guard factor != 0 else { return abs(value) <= limit }
      let (first, second) = ((value - limit) / factor, (value + limit) / factor)
      low = max(low, min(first, second))
      high = min(high, max(first, second))
      return low <= high
    }

    /// Returns the permitted movement nearest to another.
    func nearest(to movement: Double) -> Double { min(max(movement, low), high) }
  }
}
