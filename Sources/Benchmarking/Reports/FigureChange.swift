// SPDX-License-Identifier: MIT

/// One figure that changed since a baseline was made.
package struct FigureChange: Hashable, Sendable {
  /// The meaning of a change.
  package enum Verdict: String, Hashable, Sendable {
    /// The figure is worse.
    case regression
    /// The figure is better without an explanation: update the baseline in the commit that caused
    /// it.
    case improvement = "unexplained improvement"
    /// The figure appeared, disappeared, or changed although neither direction is better.
    case difference = "unexplained difference"
  }

  /// The figure, as `table/row/column`.
  package let key: String
  /// The value in the baseline; `nil` when it is absent there.
  package let before: Double?
  /// The value in the report; `nil` when it is absent there.
  package let after: Double?
  /// The direction that is better.
  package let better: FigureTable.Direction

  /// The meaning of the change.
  package var verdict: Verdict {
    guard let before, let after else { return .difference }
    switch better {
    case .neither: return .difference
    case .down: return after > before ? .regression : .improvement
    case .up: return after < before ? .regression : .improvement
    }
  }
}
