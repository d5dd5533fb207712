// SPDX-License-Identifier: MIT

import Terminal
import TunerState
import Tuning

/// The row of the tuning's strings, with a tick at each one that is in tune.
struct StringRow {
  /// The state of the tuner.
  let tuner: TunerView
  /// The language and style.
  let look: DisplayStyle

  /// Draws one row, with shorter names if twelve strings leave too little room.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    let indicators = tuner.targetStringIndicators
    let strings = look.isLeftHanded ? indicators.reversed() : indicators
    guard !strings.isEmpty else { return }
    let pitch = max(1, area.columns / strings.count)
    let start = area.column + (area.columns - pitch * strings.count) / 2
    for (index, string) in strings.enumerated() {
      let text = label(of: string, columns: pitch)
      let column = start + index * pitch + max(0, (pitch - text.cellWidth) / 2)
      grid.write(text, row: area.row, column: column, style: style(of: string))
    }
  }

  /// Returns the label of a string; brackets and ticks show its state without colour.
  private func label(of string: TargetStringIndicator, columns: Int) -> String {
    let names = StringNames(
      position: string.string.position, note: string.note, in: tuner.settings.values.notation,
      octaves: look.octaves)
    let tick = string.isDone ? (look.hasUnicode ? "✓" : "*") : ""
    let bare = string.isMatched ? "[\(names.note)]" : names.note
    let full = "\(string.string.position) \(bare)\(tick)"
    if full.cellWidth < columns { return full }
    return bare.cellWidth + tick.cellWidth < columns
      ? bare + tick : names.longest(below: columns)
  }

  private func style(of string: TargetStringIndicator) -> CellStyle {
    let isLocked = tuner.mode == .locked(string.string.position)
    return CellStyle(
      color: string.isDone ? look.color(.green) : string.isMatched ? look.accent : nil,
      isBold: string.isMatched || isLocked, isDim: !string.isMatched && !string.isDone)
  }
}
