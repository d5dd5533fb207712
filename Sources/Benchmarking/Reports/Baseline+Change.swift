// SPDX-License-Identifier: MIT

extension Baseline {
  /// One figure that moved.
  public struct Change: Hashable, Sendable {
    /// What a change means.
    public enum Verdict: String, Hashable, Sendable {
      /// It is worse.
      case regression
      /// It is better, and nobody said why: bless it with the change that caused it.
      case improvement = "unexplained improvement"
      /// It came, went, or moved where neither way is better.
      case difference = "unexplained difference"
    }

    /// The figure, as `table/row/column`.
    public let key: String
    /// What it was; `nil` where it was not there.
    public let before: Double?
    /// What it is; `nil` where it is not there.
    public let after: Double?
    /// Which way is better.
    public let better: FigureTable.Direction

    /// What the change means.
    public var verdict: Verdict {
      guard let before, let after else { return .difference }
      switch better {
      case .neither: return .difference
      case .down: return after > before ? .regression : .improvement
      case .up: return after < before ? .regression : .improvement
      }
    }
  }
}
