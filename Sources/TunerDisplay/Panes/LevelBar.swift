// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TunerState

/// A bar of the input level, from silence to full scale.
struct LevelBar {
  /// The RMS level; `nil` for digital silence.
  var level: Decibels?
  /// The style.
  var look: DisplayStyle

  /// The level at the left end, about that of a quiet room.
  static let floor = -72.0

  /// Draws one row.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    let value = level?.value ?? Self.floor
    let fraction = min(max((value - Self.floor) / -Self.floor, 0), 1)
    let filled = value.isFinite ? Int((fraction * Double(area.columns)).rounded()) : 0
    for index in 0..<max(0, area.columns) {
      let isFilled = index < filled
      // A converter may clip in the last tenth.
      let isLoud = 10 * index >= 9 * area.columns
      let glyph = isFilled ? (look.hasUnicode ? "▮" : "=") : (look.hasUnicode ? "▯" : "-")
      grid.write(
        glyph, row: area.row, column: area.column + index,
        style: CellStyle(color: isFilled && isLoud ? look.color(.red) : nil, isDim: !isFilled))
    }
  }
}

/// A rectangle of a terminal.
struct ScreenArea: Hashable, Sendable {
  /// The top row.
  var row: Int
  /// The leftmost column.
  var column: Int
  /// Rows, 0 or more.
  var rows: Int
  /// Columns, 0 or more.
  var columns: Int
}
