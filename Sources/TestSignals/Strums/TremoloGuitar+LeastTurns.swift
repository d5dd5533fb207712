// SPDX-License-Identifier: MIT

internal import Acoustics

extension TremoloGuitar {
  /// Returns the fewest turns that bring every string within a window.
  ///
  /// It is a lower bound for every player: one who knows the forces, reads and turns without error,
  /// and uses the whole window. A second turn of a peg replaces the first, so the bound is the
  /// number of different pegs.
  ///
  /// - Parameter window: the largest deviation in cents.
  /// - Returns: the number of pegs, 0 if every string is in tune.
  /// - Complexity: O(n·2ⁿ), n strings.
  package func leastTurns(within window: Double) -> Int {
    // A tension is proportional to the square of the frequency.
    let ratio = Hertz(1).raised(by: Cents(2 * window)).value
    let lowest = reference.map { $0 / ratio }
    let highest = reference.map { $0 * ratio }
    return (0..<(1 << stringCount)).filter { isSufficient($0, lowest, highest) }
      .map(\.nonzeroBitCount).min() ?? stringCount
  }

  /// Returns true if turning some pegs can bring every tension between two bounds.
  ///
  /// For a displacement y of the bridge, the strings whose pegs stay have the tensions
  /// k_i·(x_i − y). The others must supply F₀ + K·y − Σ k_i·(x_i − y). Both requirements are
  /// intervals of y.
  private func isSufficient(_ turned: Int, _ lowest: [Double], _ highest: [Double]) -> Bool {
    var (low, high) = (-Double.infinity, Double.infinity)
    var (pull, yielding) = (-springForce, springStiffness)
    var (least, most) = (0.0, 0.0)
    for index in reference.indices {
      if turned & 1 << index != 0 {
        least += lowest[index]
        most += highest[index]
      } else {
        pull += stiffness[index] * stretch[index]
        yielding += stiffness[index]
        low = max(low, stretch[index] - highest[index] / stiffness[index])
        high = min(high, stretch[index] - lowest[index] / stiffness[index])
      }
    }
    return max(low, (least + pull) / yielding) <= min(high, (most + pull) / yielding)
  }
}
