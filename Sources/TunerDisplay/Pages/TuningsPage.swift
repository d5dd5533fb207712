// SPDX-License-Identifier: MIT

import Terminal
import TunerState
import Tuning

/// The page of tunings.
struct TuningsPage {
  /// The state of the tuner, with the list and the selection.
  let tuner: TunerView
  /// The cursor's row.
  let cursor: Int
  /// The language and style.
  let look: DisplayStyle

  private static let nameColumns = 28

  /// Draws the page, scrolled to the cursor.
  func draw(in grid: inout CellGrid) {
    grid.write(look.text(.chooseTuning), row: 0, column: 1, style: CellStyle(isBold: true))
    let tunings = tuner.settings.availableTunings
    let rows = max(1, grid.rows - 2)
    let first = max(0, min(cursor - rows / 2, tunings.count - rows))
    for (offset, tuning) in tunings.dropFirst(first).prefix(rows).enumerated() {
      let isHere = first + offset == cursor
      let isSelected = tuning.id == tuner.state.selectedTuning.id
      let mark = isHere ? ">" : isSelected ? "*" : " "
      let style = CellStyle(color: isHere ? look.accent : nil, isBold: isHere)
      let name = look.name(of: tuning)
      grid.write("\(mark) \(name)", row: 1 + offset, column: 1, style: style)
      let column = 1 + max(min(Self.nameColumns, grid.columns / 2 - 1), name.cellWidth + 4)
      grid.write(
        look.shortened(notes(of: tuning), to: grid.columns - column), row: 1 + offset,
        column: column, style: CellStyle(isDim: !isHere))
    }
    grid.write(
      look.text(.listKeys), row: grid.rows - 1, column: 1, style: CellStyle(isDim: true))
  }

  /// Draws the cursor's row alone, for a terminal with little room.
  func drawLine(in grid: inout CellGrid) {
    let tunings = tuner.settings.availableTunings
    let text = tunings.indices.contains(cursor) ? "> \(look.name(of: tunings[cursor]))" : ">"
    grid.write(
      look.shortened(text, to: grid.columns), row: 0, column: 0,
      style: CellStyle(color: look.accent, isBold: true))
  }

  private func notes(of tuning: InstrumentTuning) -> String {
    tuning.strings.map { look.name(of: $0.spelling, in: tuner.settings.values.notation) }
      .joined(separator: " ")
  }
}
