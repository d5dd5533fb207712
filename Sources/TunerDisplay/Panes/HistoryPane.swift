// SPDX-License-Identifier: MIT

import Terminal

/// The deviation over the last seconds, from 50 cents sharp at the top to 50 flat at the bottom.
struct HistoryPane {
  /// The deviations in cents, oldest first; `nil` for none.
  var cents: [Double?]
  /// The in-tune window, in cents.
  var tolerance: Double
  /// True when characters beyond ASCII are drawn.
  var hasUnicode: Bool

  /// The deviation at the top and the bottom edge, in cents.
  static let span = 50.0

  /// Draws one deviation in each column, the newest at the right edge.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    guard area.rows > 0, area.columns > 0 else { return }
    let middle = area.row + area.rows / 2
    let line = String(repeating: hasUnicode ? "┄" : "-", count: area.columns)
    grid.write(line, row: middle, column: area.column, style: CellStyle(isDim: true))
    let newest = cents.suffix(area.columns)
    let first = area.column + area.columns - newest.count
    for (offset, value) in newest.enumerated() {
      guard let value, value.isFinite else { continue }
      let isIn = abs(value) <= tolerance
      let (row, glyph) = place(of: value, rows: area.rows)
      grid.write(
        glyph, row: area.row + row, column: first + offset,
        style: CellStyle(color: isIn ? .green : .yellow, isBold: isIn))
    }
  }

  /// Returns the row of a deviation and the half block in it.
  private func place(of value: Double, rows: Int) -> (row: Int, glyph: String) {
    let clamped = min(max(value, -Self.span), Self.span)
    guard hasUnicode else {
      let row = Int(((Self.span - clamped) / (2 * Self.span) * Double(rows - 1)).rounded())
      return (row, "*")
    }
    let half = Int(((Self.span - clamped) / (2 * Self.span) * Double(2 * rows - 1)).rounded())
    return (half / 2, half % 2 == 0 ? "▀" : "▄")
  }
}

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
