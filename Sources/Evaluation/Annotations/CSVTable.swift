// SPDX-License-Identifier: MIT

/// A table of comma-separated values with a header, quoted as RFC 4180 says.
struct CSVTable {
  /// One record and the line it begins on, from 1.
  struct Row {
    let line: Int
    let fields: [String]
  }

  private let columns: [String: Int]
  /// The records behind the header; each has as many fields as it.
  let rows: [Row]

  /// Reads `text`, whose first record names the columns.
  ///
  /// Empty lines are left out.
  ///
  /// - Throws: `AnnotationError.empty` without a header, `.repeatedColumn`, `.malformedQuote`, or
  ///   `.columnCount` for the first record that is not as long as the header.
  /// - Complexity: O(n).
  init(_ text: String) throws(AnnotationError) {
    var records = try Self.records(of: text)
    guard !records.isEmpty else { throw .empty }
    let header = records.removeFirst().fields
    var columns: [String: Int] = [:]
    for (index, name) in header.enumerated() {
      guard columns.updateValue(index, forKey: name) == nil else { throw .repeatedColumn(name) }
    }
    for row in records where row.fields.count != header.count {
      throw .columnCount(
        .line(row.line), required: header.count...header.count, actual: row.fields.count)
    }
    self.columns = columns
    rows = records
  }

  /// Returns the index of the column `name`.
  ///
  /// - Throws: `AnnotationError.missingColumn`.
  func column(_ name: String) throws(AnnotationError) -> Int {
    guard let index = columns[name] else { throw .missingColumn(name) }
    return index
  }

  private static func records(of text: String) throws(AnnotationError) -> [Row] {
    var parser = CSVParser()
    for byte in text.utf8.drop(while: { [0xEF, 0xBB, 0xBF].contains($0) }) {
      try parser.read(byte)
    }
    return try parser.finish()
  }
}

/// Splits bytes into records, one byte at a time.
private struct CSVParser {
  private enum State {
    case fieldStart, plain, quoted, quoteInQuoted
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private var state = State.fieldStart
  private var line = 1
  private var recordLine = 1
  private var field: [UInt8] = []
  private var fields: [String] = []
  private var rows: [CSVTable.Row] = []

  mutating func read(_ byte: UInt8) throws(AnnotationError) {
    switch (state, byte) {
    case (.quoted, Self.quote):
      state = .quoteInQuoted
    case (.quoted, _):
      if byte == Self.lineFeed { line += 1 }
      field.append(byte)
    case (.quoteInQuoted, Self.quote):
      field.append(byte)
      state = .quoted
    case (.fieldStart, Self.quote):
      state = .quoted
    case (_, Self.comma):
      endField()
    case (_, Self.lineFeed):
      endRecord()
      line += 1
      recordLine = line
    case (.quoteInQuoted, Self.carriageReturn):
      break
    case (.quoteInQuoted, _):
      throw .malformedQuote(.line(line))
    case (.plain, _), (.fieldStart, _):
      field.append(byte)
      state = .plain
    }
  }

  mutating func finish() throws(AnnotationError) -> [CSVTable.Row] {
    guard state != .quoted else { throw .malformedQuote(.line(recordLine)) }
    endRecord()
    return rows
  }

  private mutating func endField() {
    fields.append(String(decoding: field, as: UTF8.self))
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func endRecord() {
    if state == .plain, field.last == Self.carriageReturn {
      field.removeLast()
      if field.isEmpty { state = .fieldStart }
    }
    // A line without a byte is no record; a quoted empty field is one.
    guard state != .fieldStart || !fields.isEmpty else { return }
    endField()
    rows.append(CSVTable.Row(line: recordLine, fields: fields))
    fields.removeAll(keepingCapacity: true)
  }
}
