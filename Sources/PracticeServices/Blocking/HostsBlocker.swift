// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// Blocks hosts by the managed section of a hosts file, under a lease.
///
/// A block without an end lasts until its lease expires, and longer only if the lease is renewed.
/// If the program crashes, the block therefore ends by itself.
public actor HostsBlocker: Blocker {
  /// The default lease, in seconds.
  public static let standardLease = 15 * 60

  private let file: HostsFile
  private let clock: any PracticeClock
  private let leaseSeconds: Int
  private let leaseGuard: any LeaseGuard

  /// Makes a blocker.
  ///
  /// - Parameters:
  ///   - file: the hosts file.
  ///   - clock: gives the moment from which a lease runs.
  ///   - leaseSeconds: the lease of a block, in seconds. The block ends by itself after it.
  ///   - leaseGuard: removes the section when its lease expires.
  public init(
    _ file: HostsFile, clock: any PracticeClock, leaseSeconds: Int = standardLease,
    leaseGuard: any LeaseGuard
  ) {
    self.file = file
    self.clock = clock
    self.leaseSeconds = max(1, leaseSeconds)
    self.leaseGuard = leaseGuard
  }

  /// Checks that the hosts file may be changed, and changes nothing.
  ///
  /// - Throws: `BlockerError.authorizationFailed`.
  public func requestAuthorization() async throws(BlockerError) {
    do throws(HostsFileError) {
      try file.checkPermission()
    } catch {
      throw .authorizationFailed
    }
  }

  /// Refuses targets that are marked as hosts and are not valid host names.
  ///
  /// - Parameter targets: all targets; other blockers handle those that are not hosts.
  /// - Throws: `BlockerError.updateFailed`.
  public func setSelection(_ targets: [TargetID]) async throws(BlockerError) {
    _ = try Self.hosts(of: targets)
  }

  /// Writes the section, renews its lease, or removes the section.
  ///
  /// - Parameters:
  ///   - blocked: the targets; other blockers handle those that are not hosts.
  ///   - until: the end of the block; `nil` if it lasts until the next call.
  /// - Throws: `BlockerError.updateFailed`; the file is then unchanged.
  public func enforce(blocked: [TargetID], until: WallTime?) async throws(BlockerError) {
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

  /// Returns the file as it is and the section that a call would write, for a dry run.
  ///
  /// - Parameters:
  ///   - blocked: the targets.
  ///   - until: the end of the planned block.
  /// - Returns: the present file, and the section that it would hold.
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
    // While more than half of the lease is left, the file is not written again.
    if let old, old.isIntact, old.lines == section.lines, old.end <= section.end,
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
