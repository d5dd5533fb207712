// SPDX-License-Identifier: MIT

/// An effect of the gate.
public enum GateEffect: Hashable, Codable, Sendable {
  /// Enforces these shields in place of the last ones.
  case updateShields(Shields)
  /// Reports a diagnostic.
  case report(GateDiagnostic)
}
