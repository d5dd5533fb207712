// SPDX-License-Identifier: MIT

public import Terminal
public import TunerState

/// Everything that one picture of the display shows, as a value.
public struct DisplayFrame: Hashable, Sendable {
  /// What the tuner shows.
  public var tuner: TunerView
  /// What the player has done to the display.
  public var display = DisplayState()
  /// Where the marker is drawn, 0…1, on its way to where it belongs.
  public var marker = 0.5
  /// The phase of the first partial against the target, in turns; `nil` when nothing sounds.
  public var strobePhase: Double?
  /// The deviations in cents, oldest first; `nil` where there was none.
  public var history: [Double?] = []
  /// Levels in decibels from low to high frequencies.
  public var spectrum: [Double] = []
  /// Whether the reference tone sounds.
  public var isToneSounding = false
  /// The reason why the reference tone can't sound; `nil` after the next key.
  public var toneFailure: AudioError?

  /// Makes the picture of a tuner.
  ///
  /// - Parameters:
  ///   - tuner: what the tuner shows.
  ///   - display: what the player has done to the display.
  public init(tuner: TunerView, display: DisplayState = DisplayState()) {
    self.tuner = tuner
    self.display = display
  }

  /// What is drawn: the frozen tuner where the player froze it, under today's settings.
  public var shown: TunerView { display.held ?? tuner }

  /// Draws the picture.
  ///
  /// - Parameters:
  ///   - size: the terminal's.
  ///   - look: how it speaks and draws.
  /// - Returns: a grid of that size.
  public func grid(size: TerminalSize, look: DisplayLook) -> CellGrid {
    var look = look
    look.theme = tuner.settings.values.themeMode
    var grid = CellGrid(columns: size.columns, rows: size.rows)
    if size.columns < MeterPage.leastColumns || size.rows < MeterPage.leastRows {
      MeterPage(frame: self, look: look).drawLine(in: &grid)
    } else {
      switch display.page {
      case .meter: MeterPage(frame: self, look: look).draw(in: &grid)
      case .help: HelpPage(look: look).draw(in: &grid)
      case .tunings(let cursor):
        TuningsPage(tuner: tuner, cursor: cursor, look: look).draw(in: &grid)
      case .settings(let row): SettingsPage(tuner: tuner, row: row, look: look).draw(in: &grid)
      }
    }
    return look.hasColor ? grid : grid.withoutColor
  }
}
