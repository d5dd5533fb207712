// SPDX-License-Identifier: MIT

/// A rectangle of a terminal.
struct ScreenArea: Hashable, Sendable {
  /// The top row.
  var row: Int
  /// The leftmost column.
  var column: Int
  /// Rows, 0 or more.
  var rows: Int
  /// Columns, 0 or more.
  var columns: Int

  /// The column in the middle.
  var middle: Int { column + (columns - 1) / 2 }
}
