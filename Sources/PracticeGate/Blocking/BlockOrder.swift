// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The order to a blocker.
public struct BlockOrder: Hashable, Codable, Sendable {
  /// The targets to block, in order; nothing else is blocked.
  public let blocked: [TargetID]
  /// The time until which the order holds; `nil` for no end.
  public let until: WallTime?

  /// Makes an order to a blocker.
  public init(blocked: [TargetID], until: WallTime?) {
    self.blocked = blocked
    self.until = until
  }
}
