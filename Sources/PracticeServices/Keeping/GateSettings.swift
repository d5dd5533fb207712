// SPDX-License-Identifier: MIT

/// How the gate acts on the world: what was chosen in the set-up.
public struct GateSettings: Hashable, Codable, Sendable {
  /// The hosts file.
  public var hostsFile: String
  /// How long a block holds by itself, in seconds.
  public var leaseSeconds: Int
  /// What is run when targets are blocked, and its arguments; none for nothing.
  public var onBlock: [String]
  /// What is run when none is blocked any more.
  public var onUnblock: [String]
  /// The `export.xml` of Apple Health; `nil` for none.
  public var healthExport: String?
  /// A program that changes the hosts file for this gate, and its arguments; `nil` where the gate does.
  public var helper: [String]?

  /// What a lease can be, in seconds: a minute to a day.
  public static let leases = 60...86_400

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - hostsFile: the hosts file.
  ///   - leaseSeconds: how long a block holds by itself.
  ///   - onBlock: what is run when targets are blocked.
  ///   - onUnblock: what is run when none is blocked any more.
  ///   - healthExport: the export of health data.
  ///   - helper: a program that changes the hosts file for this gate.
  public init(
    hostsFile: String = HostsFile.system.path, leaseSeconds: Int = HostsBlocker.standardLease,
    onBlock: [String] = [], onUnblock: [String] = [], healthExport: String? = nil,
    helper: [String]? = nil
  ) {
    self.hostsFile = hostsFile
    self.leaseSeconds = leaseSeconds
    self.onBlock = onBlock
    self.onUnblock = onUnblock
    self.healthExport = healthExport
    self.helper = helper
  }
}
