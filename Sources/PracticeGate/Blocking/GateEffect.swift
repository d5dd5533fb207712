// SPDX-License-Identifier: MIT

/// What the gate asks of the world.
public enum GateEffect: Hashable, Codable, Sendable {
  /// Enforce these shields instead of the last ones.
  case updateShields(Shields)
  /// Say what was refused.
  case report(GateDiagnostic)
}
