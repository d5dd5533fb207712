// SPDX-License-Identifier: MIT

import NIOCore

/// Returns a host and its port as browsers write them: without the standard port.
///
/// - Parameters:
///   - host: a name or an IP address.
///   - port: the port.
/// - Returns: the contents of Host.
func authority(of host: String, port: Int) -> String {
  let name = host.contains(":") ? "[\(host)]" : host
  return port == 80 ? name : "\(name):\(port)"
}

/// Returns a host that a person named, with its port, as browsers write them.
///
/// - Parameters:
///   - name: a name, or a name with a port.
///   - port: the port of a name without one.
/// - Precondition: ``PageServer/isName(_:)`` accepts the name.
/// - Returns: the contents of Host.
func authority(named name: String, port: Int) -> String {
  guard let named = NamedHost(name) else { preconditionFailure("\(name) is the name of no host.") }
  return authority(of: named.host.lowercased(), port: named.port ?? port)
}

/// A host as a person names it, such as `studio.local` or `studio.local:80`.
private struct NamedHost {
  let host: String
  /// The port, 1 to 65535; nil for a name without one.
  let port: Int?

  /// Returns nil for another text.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([A-Za-z0-9.-]{1,253})(?::([0-9]{1,5}))?/) else {
      return nil
    }
    host = String(match.output.1)
    port = match.output.2.flatMap { Int($0) }
    if let port, !(1...65_535).contains(port) { return nil }
  }
}

extension Channel {
  /// The address and port at which the connection arrived, as browsers write them in Host.
  var interface: String? {
    guard let address = localAddress, let host = address.ipAddress, let port = address.port else {
      return nil
    }
    return authority(of: host, port: port)
  }
}

extension PageServer {
  /// Returns true if a text can be a name of this machine in addresses.
  ///
  /// - Parameter text: a host name, or one with a port.
  /// - Returns: true for letters, digits, hyphens and dots, and a port from 1 to 65535.
  package static func isName(_ text: String) -> Bool { NamedHost(text) != nil }
}
