// SPDX-License-Identifier: MIT

/// Aligns the columns of a table of text.
enum ColumnText {
  /// Returns the lines of a table.
  ///
  /// The first column begins at the left, and the others end at the right.
  ///
  /// - Parameters:
  ///   - rows: rows with one number of cells.
  ///   - endsInWords: true for a last column that begins at the left too.
  /// - Returns: a line for each row, with two blanks between its cells.
  static func lines(_ rows: [[String]], endsInWords: Bool = false) -> [String] {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      columns.map { column in
        let blanks = String(repeating: " ", count: widths[column] - row[column].count)
        if column == 0 { return row[column] + blanks }
        return endsInWords && column == columns.last ? row[column] : blanks + row[column]
      }.joined(separator: "  ")
    }
  }
}
