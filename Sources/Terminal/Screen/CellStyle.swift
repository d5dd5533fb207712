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
  ///   - isBold: whether it is bold.
  ///   - isDim: whether it is dim.
  ///   - isReversed: whether foreground and background are exchanged.
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
