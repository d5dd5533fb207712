// SPDX-License-Identifier: MIT

/// The reason why a server can't start.
package enum PageServerError: Error, Equatable {
  /// Another program listens on the port.
  case portInUse(Int)
  /// The system gives the port to root only.
  case portDenied(Int)
  /// The system refused another step.
  case refused(port: Int, reason: String)
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
