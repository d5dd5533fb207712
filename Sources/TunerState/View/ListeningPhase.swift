// SPDX-License-Identifier: MIT

/// The phase of audio capture.
public enum ListeningPhase: String, CaseIterable, Hashable, Sendable {
  case idle
  /// Audio is starting and has not answered.
  case starting
  case listening
  /// Audio is stopping or was lost, and is not released yet.
  case stopping
}
