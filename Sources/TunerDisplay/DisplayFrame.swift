// SPDX-License-Identifier: MIT

package import StringCoupling
package import Terminal
package import TunerState

/// The contents of one picture of the display, as a value.
package struct DisplayFrame: Hashable, Sendable {
  /// The state of the tuner.
  package var tuner: TunerView
  /// The state of the display itself.
  package var display = DisplayState()
  /// The position of the marker while it moves, 0…1.
  package var marker = 0.5
  /// The positions of the strings' markers while they move, in the order of the instrument.
  package var strumMarkers: [Double] = []
  /// The successive strokes of the session.
  package var strokes = StrokeMemory(stringCount: 0)
  /// The time of the picture, since the session began.
  package var now = Duration.zero
  /// The phase of the first partial against the target, in turns; `nil` when nothing sounds.
  package var strobePhase: Double?
  /// The deviations of the last seconds.
  package var history = DeviationHistory()
  /// Levels in decibels from low to high frequencies.
  package var spectrum: [Double] = []
  /// True while the reference tone sounds.
  package var isToneSounding = false
  /// The reason why the reference tone can't sound; `nil` after the next key.
  package var toneFailure: AudioError?

  /// The state to draw.
  ///
  /// If the player froze the display, it is the whole frozen state.
  package var shown: TunerView { display.held ?? tuner }

  /// Draws the picture.
  ///
  /// - Parameters:
  ///   - size: the terminal's size.
  ///   - look: the language and style.
  /// - Returns: a grid of that size.
  package func grid(size: TerminalSize, look: DisplayStyle) -> CellGrid {
    var look = look
    look.theme = tuner.settings.values.themeMode
    var grid = CellGrid(columns: size.columns, rows: size.rows)
    let isSmall = size.columns < MeterPage.leastColumns || size.rows < MeterPage.leastRows
    if isSmall { drawLine(in: &grid, look: look) } else { draw(in: &grid, look: look) }
    return look.hasColor ? grid : grid.withoutColor
  }

  private func draw(in grid: inout CellGrid, look: DisplayStyle) {
    switch display.page {
    case .meter where shown.mode == .all: StrumPage(frame: self, look: look).draw(in: &grid)
    case .meter: MeterPage(frame: self, look: look).draw(in: &grid)
    case .help: HelpPage(look: look).draw(in: &grid)
    case .tunings(let cursor):
      TuningsPage(tuner: tuner, cursor: cursor, look: look).draw(in: &grid)
    case .settings(let row): SettingsPage(tuner: tuner, row: row, look: look).draw(in: &grid)
    }
  }

  /// Draws the page in a terminal with little room: of a list, the row that keys would choose.
  private func drawLine(in grid: inout CellGrid, look: DisplayStyle) {
    switch display.page {
    case .meter where shown.mode == .all: StrumPage(frame: self, look: look).drawLine(in: &grid)
    case .meter: MeterPage(frame: self, look: look).drawLine(in: &grid)
    case .help: HelpPage(look: look).drawLine(in: &grid)
    case .tunings(let cursor):
      TuningsPage(tuner: tuner, cursor: cursor, look: look).drawLine(in: &grid)
    case .settings(let row): SettingsPage(tuner: tuner, row: row, look: look).drawLine(in: &grid)
    }
  }
}
