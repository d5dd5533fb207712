// SPDX-License-Identifier: MIT

/// A table of comma-separated values with a header, quoted as RFC 4180 says.
package struct CSVTable: Sendable {
  /// One record and the line it begins on, from 1.
  package struct Row: Sendable {
    package let line: Int
    package let fields: [String]
  }

  private let columns: [String: Int]
  /// The records after the header, each with as many fields.
  package let rows: [Row]

  /// Reads `text`, whose first record names the columns.
  ///
  /// Empty lines are left out.
  ///
  /// - Parameter text: the whole table. A byte order mark in front is skipped.
  /// - Throws: `CSVError.empty` without a header, `.repeatedColumn`, `.malformedQuote`, or
  ///   `.columnCount` for the first record that is not as long as the header.
  /// - Complexity: O(n).
  package init(_ text: String) throws(CSVError) {
    var records = try Self.records(of: text)
    guard !records.isEmpty else { throw .empty }
    let header = records.removeFirst().fields
    var columns: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      guard columns.updateValue(index, forKey: name) == nil else { throw .repeatedColumn(name) }
    }
    for row in records where row.fields.count != header.count {
      throw .columnCount(line: row.line, required: header.count, actual: row.fields.count)
    }
    self.columns = columns
    rows = records
  }

  /// Returns the index of the column `name`; `nil` if the header does not contain it.
  package func column(_ name: String) -> Int? { columns[name] }

  private static func records(of text: String) throws(CSVError) -> [Row] {
    var parser = CSVParser()
    let mark = "\u{FEFF}".utf8
    for byte in text.utf8.dropFirst(text.utf8.starts(with: mark) ? mark.count : 0) {
      try parser.read(byte)
    }
    return try parser.finish()
  }
}

/// The reason why a text is not a table of comma-separated values.
package enum CSVError: Error, Hashable {
  /// The text has no header.
  case empty
  /// The header names a column twice.
  case repeatedColumn(String)
  /// A record has more or fewer fields than the header.
  case columnCount(line: Int, required: Int, actual: Int)
  /// A quoted field never ends, or has text after its closing quote.
  case malformedQuote(line: Int)
}

/// Returns one record with a line feed at its end, as Unix tools expect.
///
/// Fields with a quote, a comma or a line end are quoted (RFC 4180 §2).
package func csvRow(_ fields: [String]) -> String {
  fields.map(quoted).joined(separator: ",") + "\n"
}

private func quoted(_ field: String) -> String {
  guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return field }
  let pieces = field.split(separator: "\"", omittingEmptySubsequences: false)
  return "\"\(pieces.joined(separator: "\"\""))\""
}
