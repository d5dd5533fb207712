// SPDX-License-Identifier: MIT

public import PracticeGate
public import PracticeGoals

/// The blocks in force, according to the hosts file, compared with those that should be.
public struct BlockReading: Hashable, Sendable {
  /// The reason why a target is not blocked.
  public enum Reason: Hashable, Sendable {
    /// The hosts file has no section of the gate.
    case missingSection
    /// The section does not name the target: somebody edited it, or it is older than the target.
    case otherSection
    /// Another line names the host before the section does; lines count from 1.
    case overruled(line: Int)
    /// The target is not a host, and no command is set for it.
    case noCommand
    /// The target is not a host, and the last order to block failed.
    case orderFailed(BlockerError)
    /// The hosts file can't be read.
    case unreadable(HostsFileError)
  }

  /// A target that is not blocked.
  public struct Gap: Hashable, Sendable {
    /// The target.
    public let target: TargetID
    /// The reason.
    public let reason: Reason
  }

  /// The targets that are blocked; those of a command count as blocked if the last order succeeded.
  public let inForce: [TargetID]
  /// The targets that should be blocked and are not.
  public let gaps: [Gap]
  /// The section of the hosts file; `nil` if there is none.
  public let section: HostsSection?

  /// Compares a list of targets with a hosts file, after an order that was enforced.
  ///
  /// - Parameters:
  ///   - targets: the targets that should be blocked.
  ///   - file: the hosts file.
  ///   - hasCommand: true if a command blocks the targets that are not hosts.
  public init(_ targets: [TargetID], in file: HostsFile, hasCommand: Bool) {
    self.init(targets, in: file, hasCommand: hasCommand, failure: nil)
  }

  /// Compares a list of targets with a hosts file, after an order that may have failed.
  ///
  /// - Parameters:
  ///   - targets: the targets that should be blocked.
  ///   - file: the hosts file.
  ///   - hasCommand: true if a command blocks the targets that are not hosts.
  ///   - orderFailure: the failure of the last order, which may be the command's; `nil` if the
  ///     order was enforced.
  public init(
    _ targets: [TargetID], in file: HostsFile, hasCommand: Bool,
    failure orderFailure: BlockerError?
  ) {
    var contents: HostsFile.Contents?
    var failure: HostsFileError?
    do throws(HostsFileError) { contents = try file.read() } catch { failure = error }
    section = contents?.section
    let lookup = contents.map { HostsLookup($0.bytes) }
    var (inForce, gaps): ([TargetID], [Gap]) = ([], [])
    for target in targets {
      let hosts = (try? HostName.names(of: target)) ?? []
      var reason: Reason?
      if hosts.isEmpty {
        reason = hasCommand ? orderFailure.map { .orderFailed($0) } : .noCommand
      }
      if let failure, !hosts.isEmpty { reason = .unreadable(failure) }
      for host in hosts where reason == nil {
        switch lookup?.answer(for: host) {
        case .blocked: break
        case .address(let line): reason = .overruled(line: line)
        case .unnamed, nil: reason = section == nil ? .missingSection : .otherSection
        }
      }
      if let reason {
        gaps.append(Gap(target: target, reason: reason))
      } else {
        inForce.append(target)
      }
    }
    (self.inForce, self.gaps) = (inForce, gaps)
  }
}

extension HostsFile {
  /// Compares the section with targets.
  ///
  /// - Parameter targets: the targets; those that are not hosts have no lines.
  /// - Returns: true if the section is intact and blocks these targets and no others.
  /// - Throws: `HostsFileError`.
  public func blocksExactly(_ targets: [TargetID]) throws(HostsFileError) -> Bool {
    try blocksExactly(targets, at: nil)
  }

  /// Compares the section with targets, and its lease with a moment.
  ///
  /// A section whose lease ended during sleep still blocks until its watcher checks the file, up to
  /// half a minute later. An order that arrives before that check continues the block without a
  /// gap.
  ///
  /// - Parameters:
  ///   - targets: the targets; those that are not hosts have no lines.
  ///   - now: the present moment.
  /// - Returns: true if the section is intact, blocks these targets and no others, and its lease is
  ///   not over.
  /// - Throws: `HostsFileError`.
  public func blocksExactly(_ targets: [TargetID], at now: WallTime) throws(HostsFileError) -> Bool
  {
    try blocksExactly(targets, at: Optional(now))
  }

  private func blocksExactly(_ targets: [TargetID], at now: WallTime?) throws(HostsFileError)
    -> Bool
  {
    let hosts = targets.flatMap { (try? HostName.names(of: $0)) ?? [] }
    guard let section = try read().section else { return hosts.isEmpty }
    if let now, section.isOver(at: now) { return false }
    return section.isIntact && section.lines == HostsSection(hosts: hosts, end: section.end).lines
  }
}

/// A search for names in a hosts file that works like the resolver of the system.
///
/// The first line that names a host counts, separately for IPv4 and IPv6. Upper and lower case are
/// the same.
struct HostsLookup {
  /// The answer of a hosts file for one host.
  enum Answer: Hashable {
    /// No line names the host, for one of the two protocols at least.
    case unnamed
    /// The line maps the host to another machine.
    case address(line: Int)
    /// The addresses are invalid or those of this machine.
    case blocked
  }

  private static let nowhere: Set<String> = ["0.0.0.0", "127.0.0.1", "::", "::1"]

  private let bytes: [UInt8]

  /// Prepares a search in the bytes of a hosts file.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// Looks a host up.
  func answer(for host: HostName) -> Answer {
    let name = Array(host.text.utf8)
    var protocols: Set<Bool> = []
    var start = 0
    while protocols.count < 2,
      let place = ByteSearch.index(of: name.span, in: bytes.span, from: start)
    {
      let line = lineStart(bytes, before: place)..<lineEnd(bytes, from: place)
      start = line.upperBound
      let text = String(decoding: bytes[line], as: UTF8.self).prefix { $0 != "#" }
      let words = text.split(whereSeparator: \.isWhitespace)
      guard let address = words.first, words.dropFirst().contains(host.text[...]),
        protocols.insert(address.contains(":")).inserted
      else { continue }
      guard Self.nowhere.contains(String(address)) else {
        return .address(line: 1 + bytes[..<line.lowerBound].count { $0 == UInt8(ascii: "\n") })
      }
    }
    return protocols.count == 2 ? .blocked : .unnamed
  }
}
