// SPDX-License-Identifier: MIT

/// One figure that changed since a baseline was made.
package struct FigureChange: Hashable, Sendable {
  /// The meaning of a change.
  package enum Verdict: String, Hashable, Sendable {
    /// It is worse.
    case regression
    /// It is better without an explanation: bless it in the commit that caused it.
    case improvement = "unexplained improvement"
    /// It appeared, disappeared, or changed where neither direction is better.
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
