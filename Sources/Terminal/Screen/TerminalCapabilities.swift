// SPDX-License-Identifier: MIT

import Glibc

/// The capabilities of the terminal, as the player wants them used.
package struct TerminalCapabilities: Hashable, Sendable {
  /// The use of colour: always, never, or when the terminal supports it.
  package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
    case auto, always, never
  }

  /// True when input and output are a terminal with cursor addressing.
  package var isFullScreen: Bool
  /// True when colours are shown.
  package var hasColor: Bool
  /// True when characters beyond ASCII are shown.
  package var hasUnicode: Bool

  /// Makes capabilities.
  package init(isFullScreen: Bool, hasColor: Bool, hasUnicode: Bool) {
    self.isFullScreen = isFullScreen
    self.hasColor = hasColor
    self.hasUnicode = hasUnicode
  }

  /// Determines the capabilities from `TERM`, `NO_COLOR`, `LC_ALL`, `LC_CTYPE` and `LANG`.
  ///
  /// - Parameters:
  ///   - environment: the process's variables.
  ///   - isInputTerminal: true if standard input is a terminal.
  ///   - isOutputTerminal: true if standard output is a terminal.
  ///   - color: the choice on the command line.
  package init(
    environment: [String: String], isInputTerminal: Bool, isOutputTerminal: Bool,
    color: ColorChoice = .auto
  ) {
    let term = environment["TERM"] ?? ""
    let canMove = !term.isEmpty && term != "dumb"
    isFullScreen = isInputTerminal && isOutputTerminal && canMove
    switch color {
    case .always: hasColor = true
    case .never: hasColor = false
    case .auto:
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      let isMonochrome = term.hasPrefix("vt1") || term.hasSuffix("-mono") || term.hasSuffix("-m")
      hasColor = isOutputTerminal && canMove && !isRefused && !isMonochrome
    }
    hasUnicode = Self.hasUnicode(in: environment)
  }

  /// Returns true if the character set of the locale is UTF-8.
  ///
  /// - Parameter environment: the process's variables.
  /// - Returns: true for UTF-8.
  package static func hasUnicode(in environment: [String: String]) -> Bool {
    // The first of these variables decides even if its value is invalid, as locale(7) says.
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = locale.lowercased()
    return codeset.contains("utf-8") || codeset.contains("utf8")
  }

  /// Returns true if a file descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}

/// The size of a terminal.
package struct TerminalSize: Hashable, Sendable {
  /// Cells in a row.
  package var columns: Int
  /// Rows.
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the size of the terminal at a descriptor, by default standard output.
  ///
  /// - Returns: `nil` if it is not a terminal, or does not report its size.
  package static func current(of descriptor: Int32 = 1) -> TerminalSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }
}
