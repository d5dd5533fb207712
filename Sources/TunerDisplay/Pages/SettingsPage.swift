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
    for (index, candidate) in SettingRow.allCases.enumerated() where index + 2 < grid.rows {
      let isHere = candidate == row
      let style = CellStyle(color: isHere ? look.accent : nil, isBold: isHere)
      grid.write(
        "\(isHere ? ">" : " ") \(look.text(.settingName(candidate)))", row: 1 + index, column: 1,
        style: style)
      grid.write(
        value(of: candidate), row: 1 + index, column: 1 + Self.nameColumns, style: style)
    }
    let note = tuner.state.error.map { look.text(.error($0)) } ?? look.text(.settingKeys)
    // Wrapping would join the blanks between the keys.
    let wrapped =
      note.cellWidth <= grid.columns - 2
      ? [note] : WrappedText.lines(of: note, columns: grid.columns - 2)
    let lines = wrapped.prefix(max(1, grid.rows / 3))
    let isError = tuner.state.error != nil
    for (offset, line) in lines.enumerated() {
      grid.write(
        line, row: grid.rows - lines.count + offset, column: 1,
        style: CellStyle(color: isError ? .red : nil, isDim: !isError))
    }
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
