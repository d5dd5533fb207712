// SPDX-License-Identifier: MIT

import Glibc

/// The reason why a server can't start.
package enum PageServerError: Error, Equatable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system gives the port to root only.
  case portDenied(Int)
  /// The system refused another step.
  case refused(port: Int, reason: String)

  /// Makes the error of a port that the system refused with the code `code` of `errno`.
  init(refusalOf port: Int, code: CInt) {
    self =
      switch code {
      case EADDRINUSE: .portInUse(port)
      case EACCES: .portDenied(port)
      default: .refused(port: port, reason: String(cString: strerror(code)))
      }
  }
}

extension PageServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port) is in use. Choose another with --port, or a free one with --port 0"
    case .portDenied(let port):
      "port \(port) is not for every user. Choose one above 1023 with --port"
    case .refused(let port, let reason):
      "port \(port) can't be opened (\(reason)). Choose another with --port"
    }
  }
}
