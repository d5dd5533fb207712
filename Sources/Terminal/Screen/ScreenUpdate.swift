// SPDX-License-Identifier: MIT

/// The escape sequences that update a terminal's screen.
package enum ScreenUpdate {
  /// Switches to the alternate screen, hides the cursor, and enables bracketed paste.
  package static let enter = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?2004h\u{1b}[2J"
  /// Restores the player's screen and cursor.
  package static let leave = "\u{1b}[?2004l\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

  // The shortest run of unchanged cells that is skipped; a shorter one is rewritten.
  private static let shortGap = 4

  /// Returns the sequence that changes one picture to another.
  ///
  /// It contains the changed cells only. A terminal with synchronised output shows them at once.
  ///
  /// - Parameters:
  ///   - old: the current picture; `nil` when it is unknown, and after a change of size.
  ///   - new: the new picture.
  /// - Returns: an empty string when the two are equal.
  /// - Complexity: O(cells).
  package static func sequence(from old: CellGrid?, to new: CellGrid) -> String {
    let known = old.flatMap { $0.columns == new.columns && $0.rows == new.rows ? $0 : nil }
    if let known, known == new { return "" }
    var text = "\u{1b}[?2026h"
    if known == nil { text += "\u{1b}[0m\u{1b}[2J" }
    var style: CellStyle?
    for row in 0..<new.rows {
      for run in changes(in: row, from: known, to: new) {
        text += "\u{1b}[\(row + 1);\(run.lowerBound + 1)H"
        for column in run {
          let cell = new[row, column]
          guard let character = cell.character else { continue }
          if cell.style != style {
            text += cell.style.sequence
            style = cell.style
          }
          text.append(character)
        }
      }
    }
    return text + "\u{1b}[0m\u{1b}[?2026l"
  }

  /// Returns the ranges of changed columns; ranges with a short gap between them are joined.
  private static func changes(
    in row: Int, from old: CellGrid?, to new: CellGrid
  ) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for column in 0..<new.columns {
      let cell = new[row, column]
      guard let old else {
        if cell == .blank { continue }
        extend(&runs, by: column)
        continue
      }
      if cell != old[row, column] { extend(&runs, by: column) }
    }
    return runs.map { wholeCharacters($0, in: row, of: new) }
  }

  private static func extend(_ runs: inout [Range<Int>], by column: Int) {
    if let last = runs.last, column - last.upperBound < shortGap {
      runs[runs.count - 1] = last.lowerBound..<(column + 1)
    } else {
      runs.append(column..<(column + 1))
    }
  }

  /// Widens a range so that it does not split a wide character.
  private static func wholeCharacters(
    _ run: Range<Int>, in row: Int, of grid: CellGrid
  ) -> Range<Int> {
    var first = run.lowerBound
    while first > 0, grid[row, first].character == nil { first -= 1 }
    var end = run.upperBound
    while end < grid.columns, grid[row, end].character == nil { end += 1 }
    return first..<end
  }
}
