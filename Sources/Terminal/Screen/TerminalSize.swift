// SPDX-License-Identifier: MIT

import Glibc

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
  /// Cells in a row.
  package var columns: Int
  /// Rows.
  package var rows: Int

  /// Makes a size.
  ///
  /// - Parameters:
  ///   - columns: cells in a row.
  ///   - rows: rows.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the size of the terminal at a descriptor, by default standard output.
  ///
  /// - Returns: `nil` when it is not a terminal, or does not tell its size.
  package static func current(of descriptor: Int32 = 1) -> TerminalSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
