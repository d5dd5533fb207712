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

/// Returns a host that a person named, with its port.
///
/// - Parameters:
///   - name: a name, or a name with a port.
///   - port: the port of a name without one.
/// - Returns: the contents of Host.
func authority(named name: String, port: Int) -> String {
  let name = name.lowercased()
  return name.contains(":") ? name : authority(of: name, port: port)
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
  package static func isName(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /[A-Za-z0-9.-]{1,253}(?::([0-9]{1,5}))?/) else {
      return false
    }
    return match.output.1.flatMap { Int($0) }.map { (1...65_535).contains($0) } ?? true
  }
}
