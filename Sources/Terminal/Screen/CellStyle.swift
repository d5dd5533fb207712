// SPDX-License-Identifier: MIT

/// How a cell looks besides its character.
public struct CellStyle: Hashable, Sendable {
  /// Letters and background as the terminal has them.
  public static let plain = CellStyle()

  /// The colour of the character; `nil` for the terminal's own.
  public var color: CellColor?
  /// Whether it stands out.
  public var isBold: Bool
  /// Whether it steps back.
  public var isDim: Bool
  /// Whether character and background change places.
  public var isReversed: Bool

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - color: the colour of the character; `nil` for the terminal's own.
  ///   - isBold: whether it stands out.
  ///   - isDim: whether it steps back.
  ///   - isReversed: whether character and background change places.
  public init(
    color: CellColor? = nil, isBold: Bool = false, isDim: Bool = false, isReversed: Bool = false
  ) {
    self.color = color
    self.isBold = isBold
    self.isDim = isDim
    self.isReversed = isReversed
  }

  /// The same without its colour: what a terminal without colours shows.
  public var withoutColor: CellStyle {
    CellStyle(isBold: isBold, isDim: isDim, isReversed: isReversed)
  }

  /// The escape sequence that switches to this style from any other.
  var sequence: String {
    var parameters = "0"
    if isBold { parameters += ";1" }
    if isDim { parameters += ";2" }
    if isReversed { parameters += ";7" }
    if let color { parameters += ";\(color.parameter)" }
    return "\u{1b}[\(parameters)m"
  }
}
