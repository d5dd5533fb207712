// SPDX-License-Identifier: MIT

/// The style of a cell.
package struct CellStyle: Hashable, Sendable {
  /// The terminal's default style.
  package static let plain = CellStyle()

  /// The colour of the character; `nil` for the terminal's own.
  package var color: CellColor?
  /// True for bold.
  package var isBold: Bool
  /// True for dim.
  package var isDim: Bool
  /// True for reversed colours.
  package var isReversed: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - color: the colour of the character; `nil` for the terminal's own.
  ///   - isBold: true if it is bold.
  ///   - isDim: true if it is dim.
  ///   - isReversed: true if foreground and background are exchanged.
  package init(
    color: CellColor? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  /// The style without its colour, for a terminal without colours.
  package var withoutColor: CellStyle {
    CellStyle(isBold: isBold, isDim: isDim, isReversed: isReversed)
  }

  /// The escape sequence that changes any style to this one.
  var sequence: String {
    var parameters = "0"
    if isBold { parameters += ";1" }
    if isDim { parameters += ";2" }
    if isReversed { parameters += ";7" }
    if let color { parameters += ";\(color.parameter)" }
    return "\u{1b}[\(parameters)m"
  }
}

/// A colour of the terminal's palette, so that a player's light or dark theme applies.
package enum CellColor: UInt8, CaseIterable, Hashable, Sendable {
  case red = 1
  case green = 2
  case yellow = 3
  case blue = 4
  case magenta = 5
  case cyan = 6
  case grey = 8
  case brightRed = 9
  case brightGreen = 10
  case brightYellow = 11
  case brightCyan = 14

  /// The parameter of its escape sequence: from 30, bright colours from 90.
  var parameter: UInt8 { rawValue < 8 ? 30 + rawValue : 82 + rawValue }
}
