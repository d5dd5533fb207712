// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TunerState
import Tuning

/// The main page: note, deviation, needle, strobe, strings.
struct MeterPage {
  /// The contents.
  let frame: DisplayFrame
  /// The language and style.
  let look: DisplayStyle

  static let leastColumns = 40
  static let leastRows = 8
  private static let widestScale = 81
  private static let margin = 2

  private var tuner: TunerView { frame.shown }
  private var words: MeterTexts { MeterTexts(frame: frame, look: look) }

  /// Draws the page into a grid of at least the minimum size.
  func draw(in grid: inout CellGrid) {
    let plan = MeterLayout(columns: grid.columns, rows: grid.rows, frame: frame, look: look)
    words.drawHeader(in: &grid, margin: Self.margin)
    drawNote(in: &grid, plan: plan)
    let width = min(grid.columns - 2 * Self.margin, Self.widestScale)
    let left = (grid.columns - width) / 2
    let scale = MeterScale(
      position: frame.display.held == nil ? frame.marker : tuner.markerPosition,
      tolerance: tuner.settings.values.tolerance.inTune.value,
      isShown: tuner.state.currentPitchResult?.cents != nil, style: noteStyle,
      words: (look.text(.flat), look.text(.sharp)), look: look)
    scale.draw(in: &grid, area: ScreenArea(row: plan.scale, column: left, rows: 2, columns: width))
    if let strobe = plan.strobe {
      let band = StrobeBand(
        phase: frame.strobePhase, style: noteStyle, hasUnicode: look.hasUnicode)
      band.draw(
        in: &grid,
        area: ScreenArea(row: strobe, column: left, rows: plan.strobeRows, columns: width))
    }
    StringRow(tuner: tuner, look: look).draw(
      in: &grid, area: ScreenArea(row: plan.strings, column: left, rows: 1, columns: width))
    if let panes = plan.panes { drawPanes(in: &grid, area: panes) }
    if words.drawMessage(in: &grid, margin: Self.margin) { return }
    words.drawKeys(
      in: &grid, level: tuner.state.currentPitchResult?.level, margin: Self.margin)
  }

  /// Draws one line, for a terminal with little room.
  func drawLine(in grid: inout CellGrid) {
    let text = [words.noteName, words.deviation].compactMap(\.self).joined(separator: " ")
    grid.write(text.isEmpty ? words.status : text, row: 0, column: 0, style: noteStyle)
  }

  /// The style of the note: the marker's colour, dim when the result is from before a stop.
  private var noteStyle: CellStyle {
    CellStyle(color: look.color(tuner.markerColor), isBold: true, isDim: tuner.isStale)
  }

  private func drawNote(in grid: inout CellGrid, plan: MeterLayout) {
    let column = (grid.columns - plan.block.columns) / 2
    if plan.glyphScale > 0 {
      if let name = words.noteName { drawName(name, in: &grid, plan: plan, column: column) }
    }
    let beside = plan.glyphScale > 0 ? column + plan.noteColumns + 3 : Self.margin
    var row = plan.words
    if plan.glyphScale == 0 {
      let headline = [words.noteName, words.deviation ?? words.status].compactMap(\.self)
      grid.write(headline.joined(separator: "  "), row: row, column: beside, style: noteStyle)
    } else {
      grid.write(words.deviation ?? words.status, row: row, column: beside, style: noteStyle)
    }
    for line in words.figures.prefix(plan.figures) {
      row += 1
      grid.write(line, row: row, column: beside, style: CellStyle(isDim: tuner.isStale))
    }
  }

  /// Draws the name in the largest letters that the layout has room for.
  private func drawName(
    _ name: String, in grid: inout CellGrid, plan: MeterLayout, column: Int
  ) {
    let scale = stride(from: plan.glyphScale, to: 0, by: -1).first { scale in
      BlockFont.columns(of: name, scale: scale) <= plan.noteColumns
    }
    guard let scale else {
      return grid.write(name, row: plan.words, column: column, style: noteStyle)
    }
    let rows = BlockFont.rows(scale: scale, hasUnicode: look.hasUnicode)
    BlockFont.draw(
      name, in: &grid, row: plan.block.row + max(0, plan.block.rows - rows) / 2, column: column,
      scale: scale, style: noteStyle, hasUnicode: look.hasUnicode)
  }

  private func drawPanes(in grid: inout CellGrid, area: ScreenArea) {
    let half = (area.columns - 2) / 2
    let left = ScreenArea(
      row: area.row + 1, column: area.column, rows: area.rows - 1, columns: half)
    let right = ScreenArea(
      row: area.row + 1, column: area.column + area.columns - half, rows: area.rows - 1,
      columns: half)
    let title = CellStyle(isDim: true)
    grid.write(look.text(.history), row: area.row, column: left.column, style: title)
    grid.write(look.text(.spectrum), row: area.row, column: right.column, style: title)
    let rate = tuner.settings.values.frequencyUpdateRate.hertz
    HistoryPane(
      history: frame.history, rate: rate, look: look,
      times: { columns in
        let seconds = Double(columns) / rate
        let age = look.language.number(seconds, places: seconds < 10 ? 1 : 0)
        return ((look.hasUnicode ? "−" : "-") + look.text(.age(age)), look.text(.age("0")))
      }
    ).draw(in: &grid, area: left)
    let bands = DisplayTap.bands
    SpectrumPane(
      levels: frame.spectrum, range: bands.lowerBound.value...bands.upperBound.value, look: look
    ).draw(in: &grid, area: right)
  }
}
