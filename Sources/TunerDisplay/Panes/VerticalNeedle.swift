// SPDX-License-Identifier: MIT

import Terminal
import TunerState

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A vertical needle: sharp is up, and the middle row is in tune.
///
/// The deviations of the rows beyond the middle have equal ratios, from the in-tune window to a
/// semitone. So a string that is almost in tune is visibly off the middle even with five rows.
struct VerticalNeedle {
  /// The deviation that the marker shows.
  var cents: Double
  /// The in-tune window.
  var tolerance: Double
  /// True when there is a deviation.
  var isShown: Bool
  /// The style of the marker.
  var style: CellStyle
  /// The style of everything else.
  var look: DisplayStyle

  /// The deviation at the ends, in cents.
  private static let most = 100.0
  private static let narrowMarker = 5

  /// Returns the row of a deviation.
  ///
  /// - Parameter rows: an odd number of rows.
  /// - Returns: 0 for the top, which is sharp.
  func row(of rows: Int) -> Int {
    let half = rows / 2
    // A deviation at the edge of the window is in tune, although the marker's position is rounded.
    guard cents.isFinite, abs(cents) > tolerance + 1e-9, half > 0 else { return half }
    let span = log(Self.most / tolerance)
    let share = span > 0 ? log(abs(cents) / tolerance) / span : 1
    let steps = min(half, max(1, 1 + Int(share * Double(half))))
    return cents > 0 ? half - steps : half + steps
  }

  /// Draws the scale and the marker.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    guard area.rows > 0, area.columns > 0 else { return }
    let middle = area.rows / 2
    for row in 0..<area.rows {
      let isMiddle = row == middle
      let width = isMiddle ? max(1, area.columns - 2) : 1
      let glyph = isMiddle ? (look.hasUnicode ? "─" : "-") : (look.hasUnicode ? "│" : "|")
      write(
        String(repeating: glyph, count: width), row, width,
        CellStyle(
          color: isMiddle ? look.color(.green) : nil, isDim: true), in: &grid, area: area)
    }
    guard isShown else { return }
    let width = max(1, min(max(Self.narrowMarker, area.columns / 2 - 1), area.columns - 2))
    write(
      String(repeating: look.hasUnicode ? "█" : "#", count: width), row(of: area.rows), width,
      style,
      in: &grid, area: area)
  }

  private func write(
    _ text: String, _ row: Int, _ width: Int, _ style: CellStyle, in grid: inout CellGrid,
    area: ScreenArea
  ) {
    grid.write(
      text, row: area.row + row, column: area.column + (area.columns - width) / 2, style: style)
  }
}
