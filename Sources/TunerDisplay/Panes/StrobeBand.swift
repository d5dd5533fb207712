// SPDX-License-Identifier: MIT

import Foundation
import Terminal

/// A strobe: stripes that stand still when the first partial and the target agree.
///
/// The stripes follow the phase of the first partial relative to the target, one stripe per turn.
/// They drift to the right while the string is sharp. The second row shows twice the phase and
/// moves twice as fast.
struct StrobeBand {
  /// The phase in turns, used modulo 1; `nil` when nothing sounds.
  var phase: Double?
  /// The style of the stripes.
  var style: CellStyle
  /// True when characters beyond ASCII are drawn.
  var hasUnicode: Bool

  // The distance between stripes in cells.
  private static let pitch = 12.0

  /// Draws one or two rows of stripes.
  func draw(in grid: inout CellGrid, area: ScreenArea) {
    for line in 0..<max(0, min(area.rows, 2)) {
      let factor = Double(line + 1)
      for index in 0..<area.columns {
        grid.write(
          String(glyph(at: Double(index), factor: factor)), row: area.row + line,
          column: area.column + index, style: phase == nil ? CellStyle(isDim: true) : style)
      }
    }
  }

  private func glyph(at column: Double, factor: Double) -> Character {
    guard let phase, phase.isFinite else { return hasUnicode ? "·" : "." }
    let turns = factor * (column / Self.pitch - phase)
    let brightness = 0.5 + 0.5 * cos(2 * Double.pi * turns)
    let shades: [Character] = hasUnicode ? [" ", "░", "▒", "▓", "█"] : [" ", ".", "-", "+", "#"]
    return shades[min(shades.count - 1, Int(brightness * Double(shades.count)))]
  }
}
