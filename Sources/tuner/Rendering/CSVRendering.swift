// SPDX-License-Identifier: MIT

/// Renders records as RFC 4180 rows that end in a line feed, as Unix tools expect.
enum CSVRendering {
  /// Returns the row of column names.
  static func header<R: Record>(of _: R.Type) -> String {
    R.keys.joined(separator: ",") + "\n"
  }

  /// Returns one row; a field without a value is empty.
  static func row(_ record: some Record) -> String {
    record.fields.map(cell).joined(separator: ",") + "\n"
  }

  private static func cell(_ field: Field) -> String {
    switch field {
    case .none: ""
    case .number(let digits): digits
    case .text(let text): quoted(text)
    case .truth(let truth): "\(truth)"
    }
  }

  private static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
