// SPDX-License-Identifier: MIT

/// The reason why audio can't be captured.
public enum AudioError: Error, Hashable, Sendable {
  /// The system denies this user access to the device (EACCES, EPERM).
  case accessDenied
  /// The device does not exist, is in use, or was unplugged (ENODEV, EBUSY and others).
  case deviceUnavailable
  /// The device supports no configuration that the tuner can use (EINVAL and others).
  case configurationRefused
  /// Another failure, in the words of its source.
  case unknown(description: String)
}

extension AudioError: CustomStringConvertible {
  /// The error as one sentence that ends with the remedy.
  public var description: String {
    switch self {
    case .accessDenied:
      "Access to the sound device is denied. Add yourself to the group audio, and log in again."
    case .deviceUnavailable:
      "The sound device is missing or in use. Plug it in, close the other program, or choose "
        + "another one from: tuner devices"
    case .configurationRefused:
      "The sound device refuses these settings. Choose another one from: tuner devices"
    case .unknown(let description): description
    }
  }
}
