// SPDX-License-Identifier: MIT

/// Why nothing can be heard.
public enum AudioError: Error, Hashable, Sendable {
  /// The system refuses the microphone to this user.
  case microphonePermissionDenied
  /// There is no such device, it is in use, or it was unplugged.
  case audioHardwareUnavailable
  /// The device refuses what it was asked for.
  case audioEngineInitializationFailed
  /// Anything else, in its own words.
  case unknown(description: String)
}

extension AudioError: CustomStringConvertible {
  /// One sentence for a person, which ends in the remedy.
  public var description: String {
    switch self {
    case .microphonePermissionDenied:
      "The microphone is not allowed. Add yourself to the group audio, and log in again."
    case .audioHardwareUnavailable:
      "The sound device is missing or in use. Plug it in, close the other program, or choose "
        + "another one from: tuner devices"
    case .audioEngineInitializationFailed:
      "The sound device refuses these settings. Choose another one from: tuner devices"
    case .unknown(let description): description
    }
  }
}
