// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What a blocker is to enforce.
public struct Shields: Hashable, Codable, Sendable {
  /// The targets to block, in order; nothing else is blocked.
  public let blocked: [TargetID]
  /// Until when this holds by itself; `nil` when only another action ends it.
  public let until: WallTime?

  /// Makes an order to a blocker.
  ///
  /// - Parameters:
  ///   - blocked: the targets to block.
  ///   - until: until when this holds by itself; `nil` when only another action ends it.
  public init(blocked: [TargetID], until: WallTime?) {
    self.blocked = blocked
    self.until = until
  }
}
