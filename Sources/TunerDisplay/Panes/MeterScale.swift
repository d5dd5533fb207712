// SPDX-License-Identifier: MIT

import Terminal
import TunerState

/// The needle: a scale from a semitone flat to a semitone sharp, and a marker on it.
struct MeterScale {
  /// The position of the marker, 0…1; 0.5 is in tune.
  var position: Double
  /// The in-tune window, in cents.
  var tolerance: Double
  /// True when there is a deviation.
  var isShown: Bool
  /// The style of the marker.
  var style: CellStyle
  /// The words at the ends.
  var words: (flat: String, sharp: String)
  /// The style of everything else.
  var look: DisplayStyle

  /// Draws the scale and, under it, the marker.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    // An odd number of cells has a central one.
    let count = max(1, area.columns - (area.columns + 1) % 2)
    let left = area.column + (area.columns - count) / 2
    for index in 0..<count {
      let cents = self.cents(at: index, of: count)
      let isMiddle = index == count / 2
      let isIn = abs(cents) <= tolerance
      grid.write(
        glyph(index, of: count), row: area.row, column: left + index,
        style: CellStyle(color: isIn ? look.color(.green) : nil, isBold: isMiddle, isDim: !isIn))
    }
    let below = area.row + 1
    let isMarked = isShown && position.isFinite
    let place = isMarked ? Int((min(max(position, 0), 1) * Double(count - 1)).rounded()) : count / 2
    // The marker replaces the word that it would touch, because it says the same.
    if place >= words.flat.cellWidth {
      grid.write(words.flat, row: below, column: left, style: CellStyle(isDim: true))
    }
    let sharp = count - words.sharp.cellWidth
    if place < sharp {
      grid.write(words.sharp, row: below, column: left + sharp, style: CellStyle(isDim: true))
    }
    if isMarked {
      grid.write(look.hasUnicode ? "▲" : "^", row: below, column: left + place, style: style)
    }
  }

  private func cents(at index: Int, of count: Int) -> Double {
    count > 1 ? 200 * Double(index) / Double(count - 1) - 100 : 0
  }

  private func glyph(_ index: Int, of count: Int) -> String {
    if index == count / 2 { return look.hasUnicode ? "┼" : "|" }
    // Draws a tick at each quarter tone if the columns allow it.
    let isTick = (1..<8).contains { tick in
      Int((Double(tick) / 8 * Double(count - 1)).rounded()) == index
    }
    if index == 0 { return look.hasUnicode ? "├" : "|" }
    if index == count - 1 { return look.hasUnicode ? "┤" : "|" }
    return isTick ? (look.hasUnicode ? "┴" : "+") : (look.hasUnicode ? "─" : "-")
  }
}
