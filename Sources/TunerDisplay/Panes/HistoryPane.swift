// SPDX-License-Identifier: MIT

import Foundation
import Terminal
import TunerState

/// The deviation over the last seconds, from 50 cents sharp at the top to 50 flat at the bottom.
struct HistoryPane {
  /// The deviations with their times.
  var history: DeviationHistory
  /// The number of columns per second.
  var rate: Double
  /// The style.
  var look: DisplayStyle
  /// The labels of the time axis for the width of the pane in columns: the oldest and the newest
  /// time; `nil` for none.
  var times: ((Int) -> (oldest: String, newest: String))?

  /// The deviation at the top and the bottom edge, in cents.
  static let span = 50.0

  /// The columns of the labels of cents, including the blank after them.
  private static let labelColumns = 4
  /// The least number of columns and rows of a pane with axes.
  private static let least = (columns: 16, rows: 4)

  /// Draws each deviation in the column of its time, the newest at the right edge, with axes if
  /// there is room.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    guard area.columns >= Self.least.columns, area.rows >= Self.least.rows else {
      return drawDeviations(in: &grid, area: area)
    }
    let inner = ScreenArea(
      row: area.row, column: area.column + Self.labelColumns, rows: area.rows - 1,
      columns: area.columns - Self.labelColumns)
    let dim = CellStyle(isDim: true)
    let edge = "\(Int(Self.span))"
    for (row, label) in [
      (0, "+" + edge), (inner.rows / 2, "0"),
      (inner.rows - 1, (look.hasUnicode ? "−" : "-") + edge),
    ] {
      grid.write(
        String(repeating: " ", count: 3 - label.count) + label, row: inner.row + row,
        column: area.column, style: dim)
    }
    if let labels = times?(inner.columns) {
      let row = area.row + area.rows - 1
      grid.write(labels.oldest, row: row, column: inner.column, style: dim)
      grid.write(
        labels.newest, row: row,
        column: inner.column + inner.columns - labels.newest.cellWidth, style: dim)
    }
    drawDeviations(in: &grid, area: inner)
  }

  private func drawDeviations(in grid: inout CellGrid, area: ScreenArea) {
    guard area.rows > 0, area.columns > 0 else { return }
    let middle = area.row + area.rows / 2
    let line = String(repeating: look.hasUnicode ? "┄" : "-", count: area.columns)
    grid.write(line, row: middle, column: area.column, style: CellStyle(isDim: true))
    guard let end = history.end else { return }
    for point in history.points {
      let columns = columns(of: point, before: end, count: area.columns)
      guard !columns.isEmpty else { continue }
      let (row, glyph) = place(of: point.cents, rows: area.rows)
      let style = CellStyle(color: look.color(point.color), isBold: point.color == .green)
      for column in columns {
        grid.write(glyph, row: area.row + row, column: area.column + column, style: style)
      }
    }
  }

  /// Returns the columns of a deviation from the left edge, at least one; none if it is too old.
  private func columns(
    of point: DeviationHistory.Point, before end: Double, count: Int
  ) -> Range<Int> {
    let last = count - Int(((end - point.time) * rate).rounded())
    let width = max(1, Int((point.duration * rate).rounded()))
    return max(0, last - width)..<max(0, last)
  }

  /// Returns the row of a deviation and the half block in it.
  private func place(of value: Double, rows: Int) -> (row: Int, glyph: String) {
    let clamped = min(max(value, -Self.span), Self.span)
    guard look.hasUnicode else {
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
  /// The frequencies of the first and the last bar, in hertz; bars are equally spaced on a
  /// logarithmic scale.
  var range: ClosedRange<Double>
  /// The style.
  var look: DisplayStyle

  /// The level at the bottom of the bars.
  static let floor = -100.0

  /// The frequencies of the axis in hertz, with their labels.
  private static let ticks: [(hertz: Double, label: String)] = [
    (50, "50"), (100, "100"), (200, "200"), (500, "500"), (1000, "1k"), (2000, "2k"), (5000, "5k"),
  ]
  /// The least number of rows of a pane with an axis.
  private static let leastRows = 4

  /// Draws the bars, and an axis in hertz if there is room; a column shows the highest of its bars.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    guard area.rows >= Self.leastRows, !levels.isEmpty else {
      return drawBars(in: &grid, area: area)
    }
    var free = area.column
    for tick in Self.ticks {
      guard let column = column(of: tick.hertz, area: area) else { continue }
      let start = min(
        max(area.column, column - tick.label.count / 2),
        area.column + area.columns - tick.label.count)
      // Labels do not touch each other.
      guard start >= free else { continue }
      grid.write(
        tick.label, row: area.row + area.rows - 1, column: start, style: CellStyle(isDim: true))
      free = start + tick.label.count + 1
    }
    drawBars(
      in: &grid,
      area: ScreenArea(
        row: area.row, column: area.column, rows: area.rows - 1, columns: area.columns))
  }

  /// Returns the column of a frequency; `nil` outside the range.
  func column(of hertz: Double, area: ScreenArea) -> Int? {
    guard range.contains(hertz), range.lowerBound < range.upperBound else { return nil }
    let place = log(hertz / range.lowerBound) / log(range.upperBound / range.lowerBound)
    return area.column + min(area.columns - 1, Int(place * Double(area.columns)))
  }

  private func drawBars(in grid: inout CellGrid, area: ScreenArea) {
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
    let steps = look.hasUnicode ? Self.eighths.count : 1
    let fraction = min(max((level - Self.floor) / -Self.floor, 0), 1)
    var left = Int((fraction * Double(area.rows * steps)).rounded())
    var row = area.row + area.rows - 1
    while left > 0 {
      let part = min(left, steps)
      let glyph = look.hasUnicode ? Self.eighths[part - 1] : "|"
      grid.write(glyph, row: row, column: column, style: CellStyle(color: look.accent))
      left -= part
      row -= 1
    }
  }

  private static let eighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
