// SPDX-License-Identifier: MIT

import Terminal

/// The answers of a screen reader to keys that only change a picture.
enum ScreenReaderKeys {
  /// The keys that a screen reader tells about.
  private static let entries: [HelpPage.Entry] = [
    .lock, .automatic, .every, .chromatic, .reference, .tone, .hold, .quit,
  ]

  /// Returns the lines that answer a key; `nil` for a key that acts as in the display.
  ///
  /// A list that is not spoken would choose unheard.
  static func answer(to key: Key, look: DisplayStyle) -> [String]? {
    switch key {
    case .character("?"), .character("h"):
      entries.map { "\($0.label(look: look)): \(look.text(.key($0)))" }
    case .character("t"), .character("o"), .character("s"), .character("g"):
      [look.text(.notSpoken)]
    default: nil
    }
  }
}
