// SPDX-License-Identifier: MIT

/// The two tables of `docs/design.md`: what a target may import, and what else it may use.
struct DesignTable: Equatable {
  /// One row of the table of targets.
  struct Row: Equatable {
    /// The targets of this package that it may import.
    var mayImport: Set<String>
  }

  /// The holders of a right.
  enum Holders: Equatable {
    case everyone
    case targets(Set<String>)
  }

  var rows: [String: Row]
  var rights: [Right: Holders]

  /// Returns true if a target may use something from outside the package.
  func grants(_ right: Right, to target: String) -> Bool {
    switch rights[right] {
    case nil: false
    case .everyone: true
    case .targets(let holders): holders.contains(target)
    }
  }
}

extension DesignTable {
  /// A reason for which a page is no design.
  enum ParseError: Error, Equatable {
    case noTable(header: String)
    case unreadableRow(String)
    case repeatedName(String)
  }

  /// Reads both tables from the text of the page.
  init(markdown: String) throws(ParseError) {
    rows = [:]
    for (cells, line) in try Self.table(["target", "may import", "holds"], in: markdown) {
      let names = Self.codeSpans(cells[0])
      guard names.count == 1, let name = names.first else { throw .unreadableRow(line) }
      guard rows[name] == nil else { throw .repeatedName(name) }
      let imports = Self.codeSpans(cells[1])
      guard imports.isEmpty == (cells[1] == "nothing") else { throw .unreadableRow(line) }
      rows[name] = Row(mayImport: Set(imports))
    }

    rights = [:]
    for (cells, line) in try Self.table(["what", "may be used by"], in: markdown) {
      let names = Self.codeSpans(cells[1])
      let holders: Holders = cells[1] == "every target" ? .everyone : .targets(Set(names))
      guard holders == .everyone || !names.isEmpty else { throw .unreadableRow(line) }
      for right in try Self.rights(named: cells[0], line: line) {
        guard rights[right] == nil else { throw .repeatedName("\(right)") }
        rights[right] = holders
      }
    }
  }

  private static func rights(named cell: String, line: String) throws(ParseError) -> [Right] {
    switch cell {
    case "a clock": return [.clock]
    case "unsafe memory": return [.unsafeMemory]
    case "existentials": return [.existentials]
    default:
      let modules = codeSpans(cell)
      guard !modules.isEmpty else { throw .unreadableRow(line) }
      return modules.map { .module($0) }
    }
  }

  /// Returns the rows below a header with exactly these titles, each cut in as many cells.
  private static func table(
    _ titles: [String], in markdown: String
  ) throws(ParseError) -> [(cells: [String], line: String)] {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let header = lines.firstIndex(where: { cells(of: $0) == titles }) else {
      throw .noTable(header: titles.joined(separator: " | "))
    }
    var rows: [(cells: [String], line: String)] = []
    for line in lines[(header + 2)...] {
      guard line.hasPrefix("|") else { break }
      let cells = cells(of: line)
      guard cells.count == titles.count else { throw .unreadableRow(line) }
      rows.append((cells, line))
    }
    return rows
  }

  private static func cells(of line: String) -> [String] {
    guard line.hasPrefix("|"), line.hasSuffix("|") else { return [] }
    return line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { cell in String(cell.trimmingPrefix(/\s+/).replacing(/\s+$/, with: "")) }
  }

  private static func codeSpans(_ text: String) -> [String] {
    text.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }
}
