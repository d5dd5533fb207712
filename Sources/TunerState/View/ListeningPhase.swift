// SPDX-License-Identifier: MIT

/// Where listening stands.
public enum ListeningPhase: String, CaseIterable, Hashable, Sendable {
  case idle
  /// Audio was asked to start and has not answered.
  case starting
  case listening
  /// Audio was asked to stop, or was lost, and is not released yet.
  case stopping
}
