// SPDX-License-Identifier: MIT

import Glibc

/// What the terminal at hand can show, and how the player wants it.
public struct TerminalCapabilities: Hashable, Sendable {
  /// Whether colour is wanted: always, never, or where the terminal has it.
  public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
    case auto, always, never
  }

  /// Whether both ends are a terminal that can move its cursor.
  public var isFullScreen: Bool
  /// Whether colours are shown.
  public var hasColor: Bool
  /// Whether characters beyond ASCII are shown.
  public var hasUnicode: Bool

  /// Makes capabilities.
  ///
  /// - Parameters:
  ///   - isFullScreen: whether both ends are a terminal that can move its cursor.
  ///   - hasColor: whether colours are shown.
  ///   - hasUnicode: whether characters beyond ASCII are shown.
  public init(isFullScreen: Bool, hasColor: Bool, hasUnicode: Bool) {
    self.isFullScreen = isFullScreen
    self.hasColor = hasColor
    self.hasUnicode = hasUnicode
  }

  /// Finds out from the environment, as programs do: `TERM`, `NO_COLOR`, `LC_ALL`, `LC_CTYPE`,
  /// `LANG`.
  ///
  /// - Parameters:
  ///   - environment: the process's variables.
  ///   - isInputTerminal: whether keys can be read.
  ///   - isOutputTerminal: whether a picture can be shown.
  ///   - color: what was asked for on the command line.
  public init(
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
      hasColor = isOutputTerminal && canMove && !isRefused && !term.hasPrefix("vt1")
    }
    // The first of these that is set decides, also when it is wrong: that is what locale(7) says.
    let locale =
      ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let codeset = locale.lowercased()
    hasUnicode = codeset.contains("utf-8") || codeset.contains("utf8")
  }

  /// Whether a file descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
