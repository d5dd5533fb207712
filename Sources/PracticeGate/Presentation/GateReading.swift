// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The state, lists and countdowns of a gate at one time.
public struct GateReading: Hashable, Sendable {
  /// The state.
  public let state: GateState
  /// The targets that are blocked.
  public let blocked: [TargetID]
  /// The targets that are accessible.
  public let accessible: [TargetID]
  /// The remaining time of the unlock in seconds; `nil` without an end.
  public let unlockSecondsRemaining: Int?
  /// The remaining time of the grace period in seconds; `nil` outside one.
  public let graceSecondsRemaining: Int?

  /// Makes a reading from its parts.
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
  /// Returns the input of a presentation.
  ///
  /// - Parameter now: the time.
  /// - Returns: state, lists and countdowns at that time.
  public func reading(at now: WallTime) -> GateReading {
    GateReading(
      state: state(at: now), blocked: blockedTargets(at: now),
      accessible: accessibleTargets(at: now),
      unlockSecondsRemaining: unlockTimeRemaining(at: now),
      graceSecondsRemaining: graceRemaining(at: now))
  }
}

/// A disagreement between the state and the lists of a reading.
public enum PresentationDiagnostic: Hashable, Sendable {
  /// The list that belongs to the state is empty, so the presentation is the fallback.
  case fallback(GateState)
  /// The state is unlocked, but some targets are still blocked.
  case partialBlocking(blocked: [TargetID])
  /// The state is not unlocked, but some targets are accessible; they are not shown.
  case strayAccess(accessible: [TargetID])
}

extension PresentationDiagnostic: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .fallback: "The gate's state and its lists disagree; it is shown as locked. Add a target."
    case .partialBlocking(let blocked):
      "The gate is open and "
        + (blocked.count == 1 ? "1 target stays" : "\(blocked.count) targets stay")
        + " blocked. Check the targets."
    case .strayAccess(let accessible):
      "The gate is closed and "
        + (accessible.count == 1 ? "1 target is" : "\(accessible.count) targets are")
        + " accessible. Check the targets."
    }
  }
}

extension GateReading {
  /// The disagreements of state and lists; empty for a consistent reading.
  public var diagnostics: [PresentationDiagnostic] {
    switch state {
    case .unlocked:
      (accessible.isEmpty ? [.fallback(state)] : [])
        + (blocked.isEmpty ? [] : [.partialBlocking(blocked: blocked)])
    case .locked, .earning, .expired:
      (blocked.isEmpty ? [.fallback(state)] : [])
        + (accessible.isEmpty ? [] : [.strayAccess(accessible: accessible)])
    }
  }
}
