// SPDX-License-Identifier: MIT

public import PracticeGoals

/// What a gate says at one moment: state, lists and countdowns that belong together.
public struct GateReading: Hashable, Sendable {
  /// Where the cycle stands.
  public let state: GateState
  /// The targets that are blocked.
  public let blocked: [TargetID]
  /// The targets that are accessible.
  public let accessible: [TargetID]
  /// How long the targets stay accessible, in seconds; `nil` when no time ends that.
  public let unlockSecondsRemaining: Int?
  /// How long the grace lasts, in seconds; `nil` when there is none.
  public let graceSecondsRemaining: Int?

  /// Makes a reading, of a gate or made up.
  ///
  /// - Parameters:
  ///   - state: where the cycle stands.
  ///   - blocked: the targets that are blocked.
  ///   - accessible: the targets that are accessible.
  ///   - unlockSecondsRemaining: how long the targets stay accessible, in seconds.
  ///   - graceSecondsRemaining: how long the grace lasts, in seconds.
  public init(
    state: GateState, blocked: [TargetID], accessible: [TargetID],
    unlockSecondsRemaining: Int? = nil, graceSecondsRemaining: Int? = nil
  ) {
    self.state = state
    self.blocked = blocked
    self.accessible = accessible
    self.unlockSecondsRemaining = unlockSecondsRemaining.map { max(0, $0) }
    self.graceSecondsRemaining = graceSecondsRemaining.map { max(0, $0) }
  }
}

extension Gate {
  /// Returns all that a presentation may know.
  ///
  /// - Parameter now: the moment.
  /// - Returns: state, lists and countdowns of that moment.
  public func reading(at now: WallTime) -> GateReading {
    GateReading(
      state: state(at: now), blocked: blockedTargets(at: now),
      accessible: accessibleTargets(at: now),
      unlockSecondsRemaining: unlockTimeRemaining(at: now),
      graceSecondsRemaining: graceRemaining(at: now))
  }
}
