// SPDX-License-Identifier: MIT

/// In what state and lists of a reading disagree.
public enum PresentationDiagnostic: Hashable, Sendable {
  /// The list that goes with the state is empty, so the presentation is the fallback.
  case fallback(GateState)
  /// Unlocked, and yet these are blocked: blockers go on enforcing them.
  case partialBlocking(blocked: [TargetID])
  /// Not unlocked, and yet these are accessible; they are not shown.
  case strayAccess(accessible: [TargetID])
}

extension PresentationDiagnostic: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .fallback: "The gate's state and its lists disagree; it is shown as locked. Add a target."
    case .partialBlocking(let blocked):
      "The gate is open and \(blocked.count) targets stay blocked. Check the targets."
    case .strayAccess(let accessible):
      "The gate is closed and \(accessible.count) targets are accessible. Check the targets."
    }
  }
}

extension GateReading {
  /// In what state and lists disagree; nothing for every row of the contract's table.
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
