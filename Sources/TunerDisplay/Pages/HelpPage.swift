// SPDX-License-Identifier: MIT

import Terminal

/// The page of keys, the most important ones first.
struct HelpPage {
  /// The language and style.
  let look: DisplayStyle

  /// A line of the help page: a key, or the signs of a string in a narrow column.
  enum Entry: CaseIterable, Hashable, Sendable {
    case lock, automatic, tuning, settings, hold, quit, every, signs, chromatic, reference, tone,
      strobe, history
    case help

    /// The label of the key.
    var key: String {
      switch self {
      case .lock: "1…9 ← →"
      case .automatic: "a"
      case .every: "e"
      case .signs: "♭ ♯ ±"
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
        key(entry), row: row, column: column, style: CellStyle(color: look.accent, isBold: true))
      grid.write(
        look.text(.key(entry)).prefix(max(0, width - Self.keyColumns - 1)), row: row,
        column: column + Self.keyColumns)
    }
    grid.write(
      look.text(.anyKey), row: grid.rows - 1, column: 1, style: CellStyle(isDim: true))
  }

  private func key(_ entry: Entry) -> String {
    if entry == .hold { return look.text(.spaceKey) }
    return look.hasUnicode ? entry.key : ascii(entry)
  }

  private func ascii(_ entry: Entry) -> String {
    switch entry {
    case .lock: "1-9"
    case .reference: "up down"
    case .signs: "b # +-"
    default: entry.key
    }
  }
}
