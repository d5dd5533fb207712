// SPDX-License-Identifier: MIT

/// A key that was pressed in a terminal.
package enum Key: Hashable, Sendable {
  /// A key with a character.
  case character(Character)
  case up, down, left, right, enter, escape, backspace, tab
  /// A letter with the control key.
  case control(Character)
  /// Pasted text, which triggers no key.
  case pasted(String)
  /// An unknown key.
  case unknown
}
