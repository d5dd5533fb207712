// SPDX-License-Identifier: MIT

import Terminal

/// The spectrum as bars, low frequencies at the left.
struct SpectrumPane {
  /// Levels in decibels, one for each bar; 0 is full scale.
  var levels: [Double]
  /// True when characters beyond ASCII are drawn.
  var hasUnicode: Bool

  /// The level at the bottom of the bars.
  static let floor = -100.0

  /// Draws the bars; a column shows the highest of its bars.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    guard area.rows > 0, area.columns > 0, !levels.isEmpty else { return }
    for column in 0..<area.columns {
      let first = column * levels.count / area.columns
      let end = max(first + 1, (column + 1) * levels.count / area.columns)
      let level = levels[first..<min(end, levels.count)].max() ?? Self.floor
      drawBar(level, in: &grid, area: area, column: area.column + column)
    }
  }

  private func drawBar(_ level: Double, in grid: inout CellGrid, area: ScreenArea, column: Int) {
    guard level.isFinite else { return }
    let steps = hasUnicode ? Self.eighths.count : 1
    let fraction = min(max((level - Self.floor) / -Self.floor, 0), 1)
    var left = Int((fraction * Double(area.rows * steps)).rounded())
    var row = area.row + area.rows - 1
    while left > 0 {
      let part = min(left, steps)
      let glyph = hasUnicode ? Self.eighths[part - 1] : "|"
      grid.write(glyph, row: row, column: column, style: CellStyle(color: .cyan))
      left -= part
      row -= 1
    }
  }

  private static let eighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
