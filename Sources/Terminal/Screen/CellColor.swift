// SPDX-License-Identifier: MIT

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
