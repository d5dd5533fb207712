// SPDX-License-Identifier: MIT

public import TunerState

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension AudioError {
  /// What an error of the system means to a player.
  ///
  /// - Parameters:
  ///   - code: the system's errno, positive.
  ///   - description: the failure in its own words, for a code that says nothing else.
  public init(systemError code: CInt, description: String) {
    switch code {
    case EACCES, EPERM: self = .microphonePermissionDenied
    case ENODEV, ENXIO, ENOENT, EBUSY, EPIPE, ESTRPIPE, EIO:
      self = .audioHardwareUnavailable
    case EINVAL, ENOSYS, EOPNOTSUPP, ERANGE: self = .audioEngineInitializationFailed
    default: self = .unknown(description: description)
    }
  }
}
