// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// The stored document of the gate: state and settings in one file.
public struct GateDocument: Hashable, Codable, Sendable {
  /// The state, with its format version.
  public var snapshot: PracticeSnapshot
  /// The settings of the gate.
  public var settings: GateSettings

  /// Makes a document.
  public init(_ practice: Practice, settings: GateSettings = GateSettings()) {
    snapshot = PracticeSnapshot(practice)
    self.settings = settings
  }
}

/// The settings of the gate that the set-up chooses.
public struct GateSettings: Hashable, Codable, Sendable {
  /// The hosts file.
  public var hostsFile: String
  /// The lease of a block, in seconds.
  ///
  /// The block ends by itself after it.
  public var leaseSeconds: Int
  /// The program to run when targets are blocked, and its arguments; empty for none.
  public var onBlock: [String]
  /// The program to run when no target is blocked any more, and its arguments.
  public var onUnblock: [String]
  /// The `export.xml` of Apple Health; `nil` for none.
  public var healthExport: String?
  /// The program that changes the hosts file for this gate, and its arguments; `nil` if the gate
  /// does.
  public var helper: [String]?
  /// True to show a notification when a goal is reached, false to show none; `nil` to show one if
  /// there is a desktop session.
  public var notifies: Bool?

  /// The permitted leases, in seconds: a minute to a day.
  public static let leases = 60...86_400

  /// Makes settings; those of a gate without hooks are the defaults.
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

extension GateSettings {
  /// Returns true if the amounts of a metric can be read with these settings.
  public func hasSource(of metric: PracticeMetric) -> Bool {
    switch metric {
    case .practiceMinutes, .inTuneNotes, .timeOfDay: true
    case .steps, .activeEnergy, .exerciseMinutes: healthExport != nil
    }
  }
}
