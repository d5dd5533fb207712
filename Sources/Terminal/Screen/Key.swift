// SPDX-License-Identifier: MIT

/// A key that was pressed in a terminal.
public enum Key: Hashable, Sendable {
  /// A key that stands for a character.
  case character(Character)
  case up, down, left, right, enter, escape, backspace, tab
  /// A letter together with the control key.
  case control(Character)
  /// Text that was pasted, not typed: it presses no key.
  case pasted(String)
  /// A key that has no name here.
  case unknown
}
