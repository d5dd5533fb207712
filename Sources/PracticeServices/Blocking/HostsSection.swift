// SPDX-License-Identifier: MIT

public import PracticeGoals

/// The managed section of a hosts file: a line for IPv4 and one for IPv6 of each host, between two
/// markers, the first of which says until when it holds and what is between.
public struct HostsSection: Hashable, Sendable {
  private static let phrase = "headstock practice gate"
  private static let opening = "# BEGIN \(phrase), managed, do not edit; "
  private static let closing = "# END \(phrase)"

  /// The lines between the markers, without their ends.
  public let lines: [String]
  /// Until when they hold; from then on anyone may take the section out.
  public let end: WallTime

  /// Makes a section.
  ///
  /// - Parameters:
  ///   - hosts: the hosts, in order; of one that is repeated the first place counts.
  ///   - end: until when they hold.
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

  /// Whether it holds no longer.
  ///
  /// No lease is longer than a day: an end behind that was written under another clock, and tells
  /// nothing.
  ///
  /// - Parameter now: the moment.
  /// - Returns: `true` from the end on, and for an end that no lease can have.
  public func isOver(at now: WallTime) -> Bool {
    now >= end || now.advanced(bySeconds: GateSettings.leases.upperBound) < end
  }

  /// The section as a hosts file holds it, with all line ends.
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
  ///   - path: what errors call it.
  /// - Returns: the section and where it is; `nil` when the file has none.
  /// - Throws: `HostsFileError.damaged` when there are markers, and not as this program leaves them.
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
    // Whatever is not what was written was put there by somebody, and is not ours to throw away.
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

  /// The lines that the phrase of the markers is in, with their ends.
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

  /// The numbers of lines, from 1.
  private static func numbers(of lines: [Range<Int>], in bytes: [UInt8]) -> [Int] {
    lines.map { line in 1 + bytes[..<line.lowerBound].count { $0 == UInt8(ascii: "\n") } }
  }
}
