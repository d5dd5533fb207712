// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TunerState
import Tuning

/// The page of settings.
struct SettingsPage {
  /// The state of the tuner.
  let tuner: TunerView
  /// The cursor's row.
  let row: SettingRow
  /// The language and style.
  let look: DisplayStyle

  private static let nameColumns = 20

  /// Draws the page.
  func draw(in grid: inout CellGrid) {
    grid.write(look.text(.settingsTitle), row: 0, column: 1, style: CellStyle(isBold: true))
    let note = note(in: grid)
    // If an error leaves too few rows, the page is scrolled to the cursor.
    let all = SettingRow.allCases
    let count = max(1, min(all.count, grid.rows - 1 - note.count))
    let cursor = all.firstIndex(of: row) ?? 0
    let first = max(0, cursor - count + 1)
    for (index, candidate) in all.dropFirst(first).prefix(count).enumerated() {
      let isHere = candidate == row
      let style = CellStyle(color: isHere ? look.accent : nil, isBold: isHere)
      grid.write(
        "\(isHere ? ">" : " ") \(look.text(.settingName(candidate)))", row: 1 + index, column: 1,
        style: style)
      grid.write(
        value(of: candidate), row: 1 + index, column: 1 + Self.nameColumns, style: style)
    }
    let isError = tuner.state.error != nil
    for (offset, line) in note.enumerated() {
      grid.write(
        line, row: grid.rows - note.count + offset, column: 1,
        style: CellStyle(color: isError ? look.color(.red) : nil, isDim: !isError))
    }
  }

  /// Draws the error or the cursor's row alone, for a terminal with little room.
  func drawLine(in grid: inout CellGrid) {
    if let error = tuner.state.error {
      let lines = look.wrapped(
        look.text(.error(error)), columns: grid.columns, atMost: grid.rows)
      for (row, line) in lines.enumerated() {
        grid.write(line, row: row, column: 0, style: CellStyle(color: look.color(.red)))
      }
      return
    }
    let text = "> \(look.text(.settingName(row))): \(value(of: row))"
    grid.write(
      look.shortened(text, to: grid.columns), row: 0, column: 0,
      style: CellStyle(color: look.accent, isBold: true))
  }

  /// Returns the lines of the error, or of the keys.
  private func note(in grid: CellGrid) -> [String] {
    let columns = grid.columns - 2
    if let error = tuner.state.error {
      return look.message(look.text(.error(error)), in: grid, columns: columns)
    }
    let keys = look.text(.settingKeys)
    // Wrapping would join the blanks between the keys.
    return keys.cellWidth <= columns ? [keys] : look.message(keys, in: grid, columns: columns)
  }

  /// Returns the value of a row in the player's language.
  func value(of row: SettingRow) -> String {
    let settings = tuner.settings.values
    switch row {
    case .tuning: return look.name(of: tuner.state.selectedTuning)
    case .a4:
      let hertz = settings.a4.a4.value
      return look.text(
        .frequency(look.language.number(hertz, places: hertz == hertz.rounded() ? 0 : 2)))
    case .tolerance:
      let cents = settings.tolerance.inTune.value
      let figure = look.language.number(cents, places: cents == cents.rounded() ? 0 : 1)
      return look.text(.uncertainty(figure))
    case .notation: return look.text(.notation(settings.notation))
    case .theme: return look.text(.theme(settings.themeMode))
    case .feedback: return look.text(.feedback(settings.feedback))
    }
  }
}
