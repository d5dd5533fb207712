// SPDX-License-Identifier: MIT

import Glibc
package import TunerState

extension AudioError {
  /// Makes the error that corresponds to an error of the system.
  ///
  /// - Parameters:
  ///   - code: the system's errno, positive.
  ///   - description: the system's message, used for a code without a case of its own.
  package init(systemError code: CInt, description: String) {
    switch code {
    case EACCES, EPERM: self = .accessDenied
    case ENODEV, ENXIO, ENOENT, EBUSY, EPIPE, ESTRPIPE, EIO:
      self = .deviceUnavailable
    case EINVAL, ENOSYS, EOPNOTSUPP, ERANGE: self = .configurationRefused
    default: self = .unknown(description: description)
    }
  }
}

extension AudioError {
  /// Makes an unknown error with the description of a source's error.
  package init(_ error: some Error) {
    self = .unknown(description: "\(error)")
  }
}
