// SPDX-License-Identifier: MIT

/// The style of a cell.
public struct CellStyle: Hashable, Sendable {
  /// The terminal's default style.
  public static let plain = CellStyle()

  /// The colour of the character; `nil` for the terminal's own.
  public var color: CellColor?
  /// True for bold.
  public var isBold: Bool
  /// True for dim.
  public var isDim: Bool
  /// True for reversed colours.
  public var isReversed: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - color: the colour of the character; `nil` for the terminal's own.
  ///   - isBold: whether it is bold.
  ///   - isDim: whether it is dim.
  ///   - isReversed: whether foreground and background are exchanged.
  public init(
    color: CellColor? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  /// The style without its colour, for a terminal without colours.
  public var withoutColor: CellStyle {
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
