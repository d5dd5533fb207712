// SPDX-License-Identifier: MIT

/// The rows of a text without quoting: fields between blanks, tabs, commas or semicolons.
enum DelimitedRows {
  /// One row and its line in the text, from 1.
  struct Row {
    let line: Int
    let fields: [Substring]
  }

  /// Returns the rows of `text` without blank lines and comments, which begin with `#`.
  ///
  /// In a line with commas or semicolons these separate fields, and two in a row enclose an empty
  /// field. In other lines, any run of blanks separates fields.
  static func rows(of text: String) -> [Row] {
    var rows: [Row] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let content = trimmed(line.prefix { $0 != "#" })
      guard !content.isEmpty else { continue }
      let separator = content.first { $0 == "," || $0 == ";" }
      let fields =
        separator.map { mark in
          content.split(separator: mark, omittingEmptySubsequences: false).map(trimmed)
        } ?? content.split(whereSeparator: isBlank)
      rows.append(Row(line: index + 1, fields: fields))
    }
    return rows
  }

  /// Returns `text` without blanks and a byte-order mark at either end.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\u{FEFF}" || character.isNewline
  }
}
