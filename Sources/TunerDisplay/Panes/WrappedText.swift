// SPDX-License-Identifier: MIT

import Terminal

/// A line breaker for terminal cells.
package enum WrappedText {
  /// Breaks a text at blanks, and inside words that are longer than a line.
  ///
  /// - Parameters:
  ///   - text: one paragraph.
  ///   - columns: cells in a line; below 1 counts as 1.
  /// - Returns: the lines; only a single wide character may exceed the width.
  package static func lines(of text: String, columns: Int) -> [String] {
    let limit = max(1, columns)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.cellWidth + 1 + word.cellWidth <= limit {
        line += " " + word
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if line.cellWidth + character.cellWidth > limit, !line.isEmpty {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
