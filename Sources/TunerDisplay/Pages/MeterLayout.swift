// SPDX-License-Identifier: MIT

import TunerState

/// The layout of the page's elements in a terminal of a given size.
///
/// The needle and the strings get their rows first, then the strobe. The note grows next, and the
/// panes get the rest. No row depends on the note that sounds.
struct MeterLayout {
  /// The cells for each dot of the large note; 0 for normal characters.
  let glyphScale: Int
  /// The area of the large note and the words beside it.
  let block: ScreenArea
  /// The width of the large note in columns.
  let noteColumns: Int
  /// The row of the deviation in words.
  let words: Int
  /// The number of lines with figures under it.
  let figures: Int
  /// The row of the scale.
  let scale: Int
  /// The first row of the strobe; `nil` without one.
  let strobe: Int?
  /// The number of rows of the strobe.
  let strobeRows: Int
  /// The row of the strings.
  let strings: Int
  /// The area of history and spectrum.
  let panes: ScreenArea?

  private static let wordColumns = 28
  private static let leastNoteColumns = 11
  private static let leastPaneRows = 5
  private static let figureLines = 3

  /// Computes the layout for a terminal of at least 40×8.
  init(columns: Int, rows: Int, frame: DisplayFrame, look: DisplayStyle) {
    let texts = MeterTexts(frame: frame, look: look)
    let longest = texts.longestName
    let wantsStrobe = frame.display.showsStrobe
    // The rows without blank lines: header, scale and marker, strings, footer.
    let fixed = 5
    // The usual 24 rows have room for the panes beside one row of the strobe.
    let isHigh = rows >= (frame.display.showsHistory ? 25 : 20)
    strobeRows = wantsStrobe ? (isHigh ? 2 : 1) : 0
    let left = rows - fixed - strobeRows
    var scaleOfGlyphs = 0
    for candidate in [2, 1] {
      let height = BlockFont.rows(scale: candidate, hasUnicode: look.hasUnicode)
      let width = BlockFont.columns(of: longest, scale: candidate) + 3 + Self.wordColumns
      if height + 3 <= left, width <= columns - 4, scaleOfGlyphs == 0 { scaleOfGlyphs = candidate }
    }
    glyphScale = scaleOfGlyphs
    let height =
      scaleOfGlyphs > 0
      ? max(BlockFont.rows(scale: scaleOfGlyphs, hasUnicode: look.hasUnicode), 4)
      : max(1, min(left, 1 + Self.figureLines))
    // A note far from every string may have a longer name.
    let present = BlockFont.columns(of: texts.noteName ?? "", scale: scaleOfGlyphs)
    let isRoomy = present + 3 + Self.wordColumns <= columns - 4
    noteColumns =
      scaleOfGlyphs > 0
      ? max(
        BlockFont.columns(of: longest, scale: scaleOfGlyphs), isRoomy ? present : 0,
        Self.leastNoteColumns) : 0
    let top = rows > 12 ? 2 : 1
    block = ScreenArea(
      row: top, column: 0, rows: height, columns: noteColumns + 3 + Self.wordColumns)
    figures = scaleOfGlyphs > 0 ? Self.figureLines : max(0, height - 1)
    words = top + max(0, (height - 1 - figures) / 2)
    let gap = rows - (top + height + 2 + strobeRows + 2) >= 4 ? 1 : 0
    scale = top + height + gap
    strobe = wantsStrobe ? scale + 2 + gap : nil
    let below = scale + 2 + (wantsStrobe ? strobeRows + gap : 0)
    strings = min(below + gap, rows - 2)
    let free = rows - 2 - strings - 2
    let wantsPanes = frame.display.showsHistory && free >= Self.leastPaneRows
    panes =
      wantsPanes
      ? ScreenArea(row: strings + 2, column: 2, rows: free, columns: columns - 4) : nil
  }
}
