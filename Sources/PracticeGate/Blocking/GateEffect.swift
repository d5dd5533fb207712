// SPDX-License-Identifier: MIT

/// An effect of the gate.
public enum GateEffect: Hashable, Codable, Sendable {
  /// Enforces this order in place of the last one.
  case enforce(BlockOrder)
  /// Reports a diagnostic.
  case report(GateDiagnostic)
}
