// SPDX-License-Identifier: MIT

import PracticeGoals

extension HostsSection {
  /// The place of a section in the bytes of a hosts file.
  struct Place {
    /// The section, as far as its lines can be read.
    var section: HostsSection
    /// The separate ranges of the markers and of the section's lines, in order.
    ///
    /// Lines that somebody else wrote between the markers are not included.
    var pieces: [Range<Int>]
  }

  private enum Marker { case begin, end }

  /// Finds the section in the bytes of a hosts file, even if a person has edited it.
  ///
  /// Between two markers, every line in the form of a section line belongs to the section, even if
  /// it is commented out. If one marker is missing, the adjacent lines in that form belong to the
  /// section: below the first marker at most the number that the marker states, above the last
  /// marker all consecutive ones.
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: the section and its place; `nil` if the file has none.
  /// - Complexity: O(bytes).
  static func find(in bytes: [UInt8]) -> Place? {
    let markers = linesWithPhrase(bytes.span).compactMap { line in
      marker(text(bytes, line)).map { (kind: $0, line: line) }
    }
    if markers.isEmpty { return nil }
    if let whole = intact(markers, in: bytes) { return whole }
    var found = Pieces(bytes)
    var index = 0
    while index < markers.count {
      let (kind, line) = markers[index]
      let next = index + 1 < markers.count ? markers[index + 1] : nil
      switch (kind, next) {
      case (.begin, (.end, let last)?):
        found.add(line)
        found.takeLines(in: line.upperBound..<last.lowerBound)
        found.add(last)
        index += 1
      case (.begin, _): found.takeSection(below: line)
      case (.end, _): found.takeSection(above: line)
      }
      index += 1
    }
    let end = markers.lazy.compactMap { number(after: "until_ms=", in: text(bytes, $0.line)) }.first
    // Without a readable end the section counts as expired, because a block must have an end.
    return Place(
      section: HostsSection(
        lines: found.lines, end: WallTime(milliseconds: end ?? 0),
        edited: found.pieces.map { text(bytes, $0) }.joined()), pieces: found.pieces)
  }

  /// The markers and lines of an edited section, collected in the order of the file.
  private struct Pieces {
    private let bytes: [UInt8]
    /// The ranges of the markers and lines; adjacent ones are one.
    private(set) var pieces: [Range<Int>] = []
    /// The lines of the section that are not commented out.
    private(set) var lines: [String] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Adds a marker.
    mutating func add(_ line: Range<Int>) {
      if let last = pieces.last, last.upperBound == line.lowerBound {
        pieces[pieces.count - 1] = last.lowerBound..<line.upperBound
      } else {
        pieces.append(line)
      }
    }

    /// Adds those lines of a range that have the form of the section.
    mutating func takeLines(in range: Range<Int>) {
      var start = range.lowerBound
      while start < range.upperBound {
        let line = start..<lineEnd(bytes, from: start)
        _ = take(line)
        start = line.upperBound
      }
    }

    /// Adds a first marker and the adjacent lines below it, at most the number that it states.
    mutating func takeSection(below line: Range<Int>) {
      add(line)
      var start = line.upperBound
      var count = number(after: " lines=", in: text(bytes, line)).map(Int.init) ?? 0
      while count > 0, start < bytes.count {
        let below = start..<lineEnd(bytes, from: start)
        guard take(below) else { break }
        (start, count) = (below.upperBound, count - 1)
      }
    }

    /// Adds a last marker and all adjacent lines above it.
    mutating func takeSection(above line: Range<Int>) {
      var start = line.lowerBound
      while start > (pieces.last?.upperBound ?? 0) {
        let above = lineStart(bytes, before: start - 1)..<start
        guard ownLine(text(bytes, above)) != nil else { break }
        start = above.lowerBound
      }
      takeLines(in: start..<line.lowerBound)
      add(line)
    }

    private mutating func take(_ line: Range<Int>) -> Bool {
      guard let own = ownLine(text(bytes, line)) else { return false }
      if !own.isComment { lines.append(own.text) }
      add(line)
      return true
    }
  }

  /// Returns the section if it is exactly as this program writes it.
  private static func intact(
    _ markers: [(kind: Marker, line: Range<Int>)], in bytes: [UInt8]
  ) -> Place? {
    guard markers.count == 2, let end = number(after: "until_ms=", in: text(bytes, markers[0].line))
    else { return nil }
    let body = text(bytes, markers[0].line.upperBound..<markers[1].line.lowerBound)
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let section = HostsSection(
      lines: lines.map(String.init), end: WallTime(milliseconds: end))
    let range = markers[0].line.lowerBound..<markers[1].line.upperBound
    return section.text == text(bytes, range) ? Place(section: section, pieces: [range]) : nil
  }

  // MARK: - Lines

  /// Returns the kind of a marker, also of one that was edited; `nil` for any other line.
  private static func marker(_ line: String) -> Marker? {
    let words = line.trimmed
    guard words.hasPrefix("#") else { return nil }
    let rest = String(words.dropFirst()).trimmed
    if rest.hasPrefix("BEGIN \(phrase)") || rest.contains("\(phrase), managed, do not edit") {
      return .begin
    }
    if rest.hasPrefix("END \(phrase)") { return .end }
    // The first word is mistyped.
    let word = rest.hasSuffix(" \(phrase)") ? rest.dropLast(phrase.utf8.count + 1) : ""
    return !word.isEmpty && word.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? .end : nil
  }

  /// Returns a line in the form of the section; `nil` for any other line.
  private static func ownLine(_ line: String) -> (text: String, isComment: Bool)? {
    var text = line.trimmed
    let isComment = text.hasPrefix("#")
    if isComment { text = String(text.drop { $0 == "#" }).trimmed }
    for address in ["0.0.0.0 ", ":: "] where text.hasPrefix(address) {
      let name = String(text.dropFirst(address.count))
      guard let host = try? HostName(name), host.text == name else { return nil }
      return (text, isComment)
    }
    return nil
  }

  private static func number(after key: String, in line: String) -> Int64? {
    guard let place = line.firstRange(of: key) else { return nil }
    return Int64(line[place.upperBound...].prefix { $0.isASCII && ($0.isNumber || $0 == "-") })
  }

  private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
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
}

/// Returns the end of the line that begins at a position, behind its line end.
func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
  let end = ByteSearch.index(of: [UInt8(ascii: "\n")].span, in: bytes.span, from: start)
  return end.map { $0 + 1 } ?? bytes.count
}

/// Returns the beginning of the line that contains the position before `end`.
func lineStart(_ bytes: [UInt8], before end: Int) -> Int {
  var start = end
  while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
  return start
}

extension String {
  /// The text without white space and line ends around it.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
