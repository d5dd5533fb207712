// SPDX-License-Identifier: MIT

/// How goals and gate are joined.
public enum GatePolicy: Hashable, Codable, Sendable {
  /// Open from when the goals are met to the next local midnight, closed before.
  case daily
  /// Open for a while after each workout.
  case session(SessionTerms)
}
