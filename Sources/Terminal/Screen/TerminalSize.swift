// SPDX-License-Identifier: MIT

import Glibc

/// The size of a terminal.
public struct TerminalSize: Hashable, Sendable {
  /// Cells in a row.
  public var columns: Int
  /// Rows.
  public var rows: Int

  /// Makes a size.
  ///
  /// - Parameters:
  ///   - columns: cells in a row.
  ///   - rows: rows.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the size of the terminal at a descriptor, by default standard output.
  ///
  /// - Returns: `nil` when it is not a terminal, or does not tell its size.
  public static func current(of descriptor: Int32 = 1) -> TerminalSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
