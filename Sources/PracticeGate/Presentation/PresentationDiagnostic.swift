// SPDX-License-Identifier: MIT

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
      "The gate is open and \(blocked.count) targets stay blocked. Check the targets."
    case .strayAccess(let accessible):
      "The gate is closed and \(accessible.count) targets are accessible. Check the targets."
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
