// SPDX-License-Identifier: MIT

import CLinux
public import PracticeGoals

/// The managed section of a hosts file: two lines for each host between two markers.
///
/// The lines are for IPv4 and IPv6. The first marker holds the end of the lease and the checksum of
/// the lines.
public struct HostsSection: Hashable, Sendable {
  private static let phrase = "headstock practice gate"
  private static let opening = "# BEGIN \(phrase), managed, do not edit; "
  private static let closing = "# END \(phrase)"

  /// The lines between the markers, without line ends.
  public let lines: [String]
  /// The end of the lease; after it, any process may remove the section.
  public let end: WallTime

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
  }

  private init(lines: [String], end: WallTime) {
    self.lines = lines
    self.end = end
  }

  /// Tells whether the lease has expired.
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

  // MARK: - Finding

  /// Finds the section in the bytes of a hosts file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: the path that errors name.
  /// - Returns: the section and its position; `nil` when the file has none.
  /// - Throws: `HostsFileError.damaged` for markers that are not in the form that this program
  ///   writes.
  /// - Complexity: O(bytes).
  static func find(
    in bytes: [UInt8], of path: String
  ) throws(HostsFileError) -> (section: HostsSection, range: Range<Int>)? {
    let markers = linesWithPhrase(bytes.span)
    guard let first = markers.first else { return nil }
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    guard markers.count == 2, let end = end(of: text(first)),
      text(markers[1]) == closing + "\n"
    else {
      throw .damaged(path: path, lines: numbers(of: markers, in: bytes))
    }
    let body = text(first.upperBound..<markers[1].lowerBound)
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let section = HostsSection(lines: lines.map(String.init), end: end)
    let range = first.lowerBound..<markers[1].upperBound
    // A section that differs from the form this program writes was edited by a person, so it is
    // kept.
    guard section.text == text(range) else {
      throw .damaged(path: path, lines: numbers(of: markers, in: bytes))
    }
    return (section, range)
  }

  private static func end(of marker: String) -> WallTime? {
    guard marker.hasPrefix(opening + "until_ms="),
      let number = Int64(
        marker.dropFirst(opening.count + "until_ms=".count).prefix { $0 != " " })
    else { return nil }
    return WallTime(milliseconds: number)
  }

  /// Returns the lines that contain the phrase of the markers, with their line ends.
  private static func linesWithPhrase(_ bytes: Span<UInt8>) -> [Range<Int>] {
    let phrase = Array(phrase.utf8)
    var found: [Range<Int>] = []
    var start = 0
    while let place = ByteSearch.index(of: phrase.span, in: bytes, from: start) {
      var first = place
      while first > 0, bytes[first - 1] != UInt8(ascii: "\n") { first -= 1 }
      let last =
        ByteSearch.index(of: [UInt8(ascii: "\n")].span, in: bytes, from: place) ?? bytes.count - 1
      found.append(first..<(last + 1))
      start = last + 1
    }
    return found
  }

  /// Returns the numbers of lines, from 1.
  private static func numbers(of lines: [Range<Int>], in bytes: [UInt8]) -> [Int] {
    lines.map { line in 1 + bytes[..<line.lowerBound].count { $0 == UInt8(ascii: "\n") } }
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
