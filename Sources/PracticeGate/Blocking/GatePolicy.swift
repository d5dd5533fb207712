// SPDX-License-Identifier: MIT

/// The policy that connects goals and gate.
public enum GatePolicy: Hashable, Codable, Sendable {
  /// Opens the gate from when the goals are met until the next local midnight.
  case daily
  /// Opens the gate for a while after each workout.
  case session(SessionTerms)
}
