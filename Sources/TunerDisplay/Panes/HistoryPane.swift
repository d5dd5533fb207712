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
