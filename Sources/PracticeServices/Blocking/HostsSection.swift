// SPDX-License-Identifier: MIT

import CLinux
public import PracticeGoals

/// The managed section of a hosts file: two lines for each host between two markers.
///
/// The lines are for IPv4 and IPv6. The first marker holds the end of the lease and the checksum of
/// the lines.
public struct HostsSection: Hashable, Sendable {
  static let phrase = "headstock practice gate"
  static let opening = "# BEGIN \(phrase), managed, do not edit; "
  static let closing = "# END \(phrase)"

  /// The lines between the markers, without line ends.
  public let lines: [String]
  /// The end of the lease; after it, any process may remove the section.
  public let end: WallTime
  /// True if every byte of the section is as this program writes it.
  public let isIntact: Bool
  /// The text in the file if the section is not intact.
  private let found: String

  /// Makes a section.
  ///
  /// - Parameters:
  ///   - hosts: the hosts, in order; a repeated host counts at its first place.
  ///   - end: the end of the lease.
  public init(hosts: [HostName], end: WallTime) {
    var seen: Set<HostName> = []
    lines = hosts.filter { seen.insert($0).inserted }.flatMap { host in
      ["0.0.0.0 \(host.text)", ":: \(host.text)"]
    }
    self.end = end
    isIntact = true
    found = ""
  }

  /// Makes a section that was found in a file, with its text there if it is not intact.
  init(lines: [String], end: WallTime, edited found: String? = nil) {
    self.lines = lines
    self.end = end
    isIntact = found == nil
    self.found = found ?? ""
  }

  /// Returns true if the lease has expired.
  ///
  /// No lease is longer than a day. An end further ahead was written while the clock was wrong, so
  /// it counts as expired.
  ///
  /// - Parameter now: the present moment.
  /// - Returns: true from the end on, and for an end more than the longest lease ahead.
  public func isOver(at now: WallTime) -> Bool {
    now >= end || now.advanced(bySeconds: GateSettings.leases.upperBound) < end
  }

  /// The section as text for a hosts file, with all line ends.
  public var text: String {
    let body = lines.map { $0 + "\n" }.joined()
    return Self.opening + "until_ms=\(end.milliseconds) lines=\(lines.count) "
      + "crc=\(Checksum.text(Checksum.of(body)))\n" + body + Self.closing + "\n"
  }
}

/// A search for bytes by the C library, over spans.
enum ByteSearch {
  /// Returns the first position of `pattern` at or after `start`.
  static func index(of pattern: Span<UInt8>, in bytes: Span<UInt8>, from start: Int) -> Int? {
    pattern.withUnsafeBufferPointer { pattern in
      bytes.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress, let wanted = pattern.baseAddress,
          start < buffer.count
        else { return nil }
        let place = headstock_find(base + start, buffer.count - start, wanted, pattern.count)
        return place < 0 ? nil : start + place
      }
    }
  }
}
