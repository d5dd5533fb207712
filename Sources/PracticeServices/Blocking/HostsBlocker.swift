// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// Blocks hosts by the managed section of a hosts file, on a lease.
///
/// What is blocked until further notice holds until the lease is over, and longer only if it is ordered
/// again: a program that crashes leaves a block that ends by itself.
public actor HostsBlocker: Blocker {
  /// The lease that nobody chose, in seconds.
  public static let standardLease = 15 * 60

  private let file: HostsFile
  private let clock: any PracticeClock
  private let leaseSeconds: Int
  private let leaseGuard: any LeaseGuard

  /// Makes a blocker.
  ///
  /// - Parameters:
  ///   - file: the hosts file.
  ///   - clock: tells the moment from which a lease runs.
  ///   - leaseSeconds: how long a block holds by itself.
  ///   - leaseGuard: sees to it that it does not hold longer.
  public init(
    _ file: HostsFile, clock: any PracticeClock, leaseSeconds: Int = standardLease,
    leaseGuard: any LeaseGuard
  ) {
    self.file = file
    self.clock = clock
    self.leaseSeconds = max(1, leaseSeconds)
    self.leaseGuard = leaseGuard
  }

  /// Finds out whether the hosts file may be changed; changes nothing.
  ///
  /// - Throws: `BlockerError.authorizationFailed`.
  public func requestAuthorization() async throws(BlockerError) {
    do throws(HostsFileError) {
      try file.checkPermission()
    } catch {
      throw .authorizationFailed
    }
  }

  /// Refuses targets that should be hosts and can't be.
  ///
  /// - Parameter targets: all targets; those of other kinds are for other blockers.
  /// - Throws: `BlockerError.updateFailed`.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    _ = try Self.hosts(of: targets)
  }

  /// Puts the section in place, renews its lease, or takes it out.
  ///
  /// - Parameters:
  ///   - blocked: the targets; those that are no hosts are for other blockers.
  ///   - until: until when this holds by itself.
  /// - Throws: `BlockerError.updateFailed`, with the file as it was.
  public func updateShields(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
    let hosts = try Self.hosts(of: blocked)
    do throws(HostsFileError) {
      if hosts.isEmpty {
        try file.replaceSection { _ in nil }
      } else {
        try leaseGuard.watch(file) { () throws(HostsFileError) in
          try file.replaceSection { section(for: hosts, until: until, over: $0) }
        }
      }
    } catch {
      throw .updateFailed(description: "\(error)")
    }
  }

  /// Returns the file as it would be, for a dry run.
  ///
  /// - Parameters:
  ///   - blocked: the targets.
  ///   - until: until when this would hold.
  /// - Returns: the file as it is, and the section that would be in it.
  /// - Throws: `BlockerError.updateFailed`.
  public func plan(
    blocked: [TargetID], until: WallTime?
  ) throws(BlockerError) -> (contents: HostsFile.Contents, section: HostsSection?) {
    let hosts = try Self.hosts(of: blocked)
    do throws(HostsFileError) {
      let contents = try file.read()
      return (contents, section(for: hosts, until: until, over: contents.section))
    } catch {
      throw .updateFailed(description: "\(error)")
    }
  }

  private func section(
    for hosts: [HostName], until: WallTime?, over old: HostsSection?
  ) -> HostsSection? {
    if hosts.isEmpty { return nil }
    let now = clock.now
    let lease = now.advanced(bySeconds: leaseSeconds)
    let section = HostsSection(hosts: hosts, end: until.map { min($0, lease) } ?? lease)
    // A lease of which more than half is left needs no new file.
    if let old, old.lines == section.lines, old.end <= section.end,
      old.end.milliseconds(since: now) > Int64(leaseSeconds) * 500
    {
      return old
    }
    return section
  }

  static func hosts(of targets: [TargetID]) throws(BlockerError) -> [HostName] {
    do throws(HostName.Refusal) {
      var hosts: [HostName] = []
      for target in targets { hosts += try HostName.names(of: target) }
      return hosts
    } catch {
      throw .updateFailed(description: "\(error)")
    }
  }
}
