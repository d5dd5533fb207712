// SPDX-License-Identifier: MIT

/// A parser that splits bytes into records (RFC 4180), one byte at a time.
struct CSVParser {
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

  mutating func read(_ byte: UInt8) throws(CSVError) {
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
      throw .malformedQuote(line: line)
    case (.plain, _), (.fieldStart, _):
      field.append(byte)
      state = .plain
    }
  }

  mutating func finish() throws(CSVError) -> [CSVTable.Row] {
    guard state != .quoted else { throw .malformedQuote(line: recordLine) }
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
    // An empty line is not a record, but a quoted empty field is one.
    guard state != .fieldStart || !fields.isEmpty else { return }
    endField()
    rows.append(CSVTable.Row(line: recordLine, fields: fields))
    fields.removeAll(keepingCapacity: true)
  }
}
