// SPDX-License-Identifier: MIT

import Terminal

/// The page of keys, the most important ones first.
struct HelpPage {
  /// The language and style.
  let look: DisplayStyle

  /// A line of the help page: a key, or the signs of a string in a narrow column.
  enum Entry: CaseIterable, Hashable, Sendable {
    case lock, automatic, tuning, settings, hold, quit, every, signs, verdicts, chromatic,
      reference, tone, strobe, history, help

    /// The label of the key.
    var key: String {
      switch self {
      case .lock: "1…9 ← →"
      case .automatic: "a"
      case .every: "e"
      case .signs: "♭ ♯ ±"
      case .verdicts: "✓ ? ·"
      case .chromatic: "c"
      case .tuning: "t"
      case .reference: "↑ ↓"
      case .strobe: "s"
      case .history: "g"
      case .tone: "r"
      case .hold: "␣"
      case .settings: "o"
      case .help: "?"
      case .quit: "q"
      }
    }

    /// Returns the label in the player's language and in the characters of the terminal.
    func label(look: DisplayStyle) -> String {
      switch self {
      case .hold: look.text(.spaceKey)
      case _ where look.hasUnicode: key
      case .lock: "1-9 <- ->"
      case .reference: "up down"
      case .verdicts: "* ? ."
      default: DisplayStyle.ascii(key)
      }
    }
  }

  private static let keyColumns = 10
  private static let leastColumns = 36

  /// Draws the page in as many columns as needed and possible.
  func draw(in grid: inout CellGrid) {
    grid.write(look.text(.helpTitle), row: 0, column: 1, style: CellStyle(isBold: true))
    let rows = max(1, grid.rows - 2)
    let entries = Entry.allCases
    let columns = min((entries.count + rows - 1) / rows, max(1, grid.columns / Self.leastColumns))
    let width = grid.columns / columns
    // If there is too little room, only the first keys are shown, which are needed for tuning.
    for (index, entry) in entries.prefix(columns * rows).enumerated() {
      let column = 1 + index / rows * width
      let row = 1 + index % rows
      grid.write(
        entry.label(look: look), row: row, column: column,
        style: CellStyle(color: look.accent, isBold: true))
      grid.write(
        look.text(.key(entry)).prefix(max(0, width - Self.keyColumns - 1)), row: row,
        column: column + Self.keyColumns)
    }
    grid.write(
      look.text(.anyKey), row: grid.rows - 1, column: 1, style: CellStyle(isDim: true))
  }

  /// Draws the way back alone, for a terminal with little room.
  func drawLine(in grid: inout CellGrid) {
    grid.write(look.shortened(look.text(.anyKey), to: grid.columns), row: 0, column: 0)
  }
}
