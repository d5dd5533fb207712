// SPDX-License-Identifier: MIT

import Acoustics
import Terminal
import TunerState
import Tuning

/// The page of strokes: a needle for each string, side by side.
///
/// A column has the string's name, its cents, a word, and a vertical needle: sharp is up.
struct StrumPage {
  /// The contents.
  let frame: DisplayFrame
  /// The language and style.
  let look: DisplayStyle

  private static let margin = 2
  private static let widestColumn = 20
  /// The rows above the needles: header, names, cents, words.
  private static let rowsAbove = 4
  /// The rows that a needle has at least, if texts want its room.
  private static let leastNeedleRows = 3
  // The heights of the terminal from which the keys stay under the texts, and from which the
  // couplings are shown.
  private static let sentenceRows = 12
  private static let couplingRows = 24

  private var tuner: TunerView { frame.shown }
  private var view: StrumView { tuner.strum }
  private var words: MeterTexts { MeterTexts(frame: frame, look: look) }
  private var couplings: LocalisedCouplingTexts {
    LocalisedCouplingTexts(frame.strokes, of: tuner, look: look)
  }
  private var newest: LocalisedStrokeSentence {
    LocalisedStrokeSentence(view: view, settings: tuner.settings.values, look: look)
  }
  private var sentence: String? { newest.text }

  /// Draws the page into a grid of at least the minimum size.
  func draw(in grid: inout CellGrid) {
    words.drawHeader(in: &grid, margin: Self.margin)
    let strings = view.strings
    let below = advice(in: grid)
    let said = sentenceLines(in: grid, beside: below.count)
    let footer = footer(in: grid, under: below.count)
    let room = grid.rows - Self.rowsAbove - footer - said.count - below.count
    if !strings.isEmpty, room > 0 {
      let width = min(Self.widestColumn, max(1, grid.columns / strings.count))
      let left = (grid.columns - width * strings.count) / 2
      // An odd number of rows has a central one.
      let rows = room - (room + 1) % 2
      for (index, string) in strings.enumerated() {
        let place = look.isLeftHanded ? strings.count - 1 - index : index
        let area = ScreenArea(
          row: 1, column: left + place * width, rows: Self.rowsAbove - 1 + rows, columns: width)
        draw(string, at: index, in: &grid, area: area)
      }
    }
    for (index, text) in said.enumerated() {
      grid.write(
        text, row: grid.rows - footer - below.count - said.count + index,
        column: max(1, (grid.columns - text.cellWidth) / 2), style: CellStyle(isBold: true))
    }
    for (index, text) in below.enumerated() {
      grid.write(
        text, row: grid.rows - footer - below.count + index,
        column: max(1, (grid.columns - text.cellWidth) / 2))
    }
    drawFooter(in: &grid, hasKeys: footer > 0)
  }

  /// Returns the lines about strings that move one another, with the caution about far steps; none
  /// before the strokes show such movements.
  ///
  /// In a low terminal the next turn is more important than the sentence and the keys, and the
  /// caution is short.
  private func advice(in grid: CellGrid) -> [String] {
    let texts = couplings
    guard texts.isReady else { return [] }
    let (move, next) = (texts.move, texts.next)
    if grid.rows < Self.sentenceRows {
      guard let next else { return [] }
      let caution = texts.caution == nil ? [] : [look.text(.farStepShort)]
      return wrapped(next, in: grid) + caution
    }
    let both = [move, next].compactMap(\.self).joined(separator: "; ")
    let line = both.cellWidth < grid.columns - 1 ? both : next ?? move ?? ""
    let first = wrapped(line, in: grid)
    var caution = texts.caution.map { wrapped($0, in: grid) } ?? []
    if first.count + caution.count > room(in: grid) { caution = [look.text(.farStepShort)] }
    let lines = first + caution
    let table = frame.display.showsHistory ? texts.table : []
    let rows = grid.rows >= Self.couplingRows + max(0, table.count - 8) + lines.count - 1
    guard rows, table.allSatisfy({ $0.cellWidth < grid.columns - 1 }) else { return lines }
    return lines + table
  }

  /// Returns the sentence about the newest stroke, in the room beside the lines of the advice; no
  /// line if there is no room.
  private func sentenceLines(in grid: CellGrid, beside count: Int) -> [String] {
    guard grid.rows >= Self.sentenceRows else { return [] }
    // A sentence that names every string of a wide tuning may not fit; the worst strings come
    // first.
    return look.wrapped(
      sentence ?? words.status, columns: grid.columns - 2,
      atMost: min(2, max(0, room(in: grid) - count)))
  }

  /// The number of lines that fit between the needles and the keys.
  private func room(in grid: CellGrid) -> Int {
    grid.rows - Self.rowsAbove - 1 - Self.leastNeedleRows
  }

  private func wrapped(_ text: String, in grid: CellGrid) -> [String] {
    WrappedText.lines(of: text, columns: grid.columns - 2)
  }

  /// Returns the number of rows for the keys: none if the advice needs the last row of a low
  /// terminal.
  private func footer(in grid: CellGrid, under count: Int) -> Int {
    grid.rows < Self.sentenceRows && count > room(in: grid) ? 0 : 1
  }

  /// Draws the sentence alone, for a terminal with little room.
  func drawLine(in grid: inout CellGrid) {
    let lines = WrappedText.lines(of: sentence ?? words.status, columns: grid.columns)
    for (row, line) in lines.prefix(grid.rows).enumerated() {
      grid.write(line, row: row, column: 0, style: CellStyle(isBold: true))
    }
  }

  // MARK: - A string

  private func draw(
    _ string: StrumStringView, at index: Int, in grid: inout CellGrid, area: ScreenArea
  ) {
    let style = style(of: string)
    write(name(of: string, columns: area.columns), 0, style, in: &grid, area: area)
    if let cents = figure(of: string, columns: area.columns) {
      write(cents, 1, style, in: &grid, area: area)
    }
    write(word(of: string, columns: area.columns), 2, style, in: &grid, area: area)
    let isFrozen = frame.display.held != nil || !frame.strumMarkers.indices.contains(index)
    let position = isFrozen ? string.markerPosition : frame.strumMarkers[index]
    VerticalNeedle(
      cents: 200 * (position - 0.5), tolerance: tuner.settings.values.tolerance.inTune.value,
      isShown: string.reading != nil, style: style, look: look
    ).draw(
      in: &grid,
      area: ScreenArea(
        row: area.row + Self.rowsAbove - 1, column: area.column,
        rows: area.rows - Self.rowsAbove + 1, columns: area.columns))
  }

  private func write(
    _ text: String, _ row: Int, _ style: CellStyle, in grid: inout CellGrid, area: ScreenArea
  ) {
    let column = area.column + max(0, (area.columns - text.cellWidth) / 2)
    grid.write(
      text.prefix(area.columns), row: area.row + row, column: column, style: style)
  }

  /// The style of a string: the marker's colour, dimmed if the reading is not from the newest
  /// stroke.
  private func style(of string: StrumStringView) -> CellStyle {
    let freshness = view.freshness(of: string, at: frame.now)
    let isFresh =
      switch freshness {
      case .awaited: false
      case .sounding: true
      case .fading(let brightness): brightness > 0.5
      case .kept: string.stroke == view.strokeCount && view.settledStroke == view.strokeCount
      }
    return CellStyle(
      color: look.color(string.markerColor), isBold: freshness == .sounding,
      isDim: !isFresh || !view.isListening)
  }

  private func name(of string: StrumStringView, columns: Int) -> String {
    let names = StringNames(
      of: string.target, in: tuner.settings.values.notation, octaves: look.octaves)
    return names.longest(below: columns)
  }

  /// The cents with their sign; whole cents if a tenth does not fit, and `nil` if these do not.
  private func figure(of string: StrumStringView, columns: Int) -> String? {
    guard let cents = string.cents else { return nil }
    let tenths = look.signed(cents)
    if tenths.cellWidth < columns { return tenths }
    let whole = look.signed(cents, places: 0)
    return whole.cellWidth < columns ? whole : nil
  }

  /// The word for a string: flat, in tune or sharp, or its sign in a narrow column; a question mark
  /// if the reading is unclear, ± if it is too uncertain to judge; the age of a reading from an
  /// earlier stroke.
  ///
  /// The signs are ♭ and ♯, because an arrow may show the string or the direction to turn its peg.
  private func word(of string: StrumStringView, columns: Int) -> String {
    switch view.word(for: string, at: frame.now) {
    case .unclear: return "?"
    case .uncertain: return look.hasUnicode ? "±" : "+-"
    case .earlier(let age):
      return look.text(.age(look.language.number((age / .seconds(1)).rounded(), places: 0)))
    case .awaited: return look.hasUnicode ? "·" : "."
    case .flat: return fitting(look.text(.flat), look.hasUnicode ? "♭" : "b", columns)
    case .sharp: return fitting(look.text(.sharp), look.hasUnicode ? "♯" : "#", columns)
    case .inTune:
      let full = look.text(.confirmedShort)
      let short = fitting(look.text(.tunedShort), look.hasUnicode ? "✓" : "*", columns)
      return full.cellWidth < columns ? full : short
    }
  }

  private func fitting(_ word: String, _ sign: String, _ columns: Int) -> String {
    word.cellWidth <= columns - 1 || word.cellWidth == columns && columns > 4 ? word : sign
  }

  // MARK: - Around the strings

  private func drawFooter(in grid: inout CellGrid, hasKeys: Bool) {
    if words.drawMessage(in: &grid, margin: Self.margin) || !hasKeys { return }
    if grid.rows < Self.sentenceRows, let claim = claim(columns: grid.columns - 2 * Self.margin) {
      let style =
        claim.isOfAll
        ? CellStyle(color: look.color(.green), isBold: true, isReversed: true)
        : CellStyle(isBold: true)
      grid.write(" \(claim.text) ", row: grid.rows - 1, column: Self.margin - 1, style: style)
      return
    }
    words.drawKeys(in: &grid, level: view.level, margin: Self.margin)
  }

  /// Returns the sentence in one row about a settled stroke in which no string is out of tune; `nil`
  /// for any other stroke.
  private func claim(columns: Int) -> (text: String, isOfAll: Bool)? {
    guard view.isAllInTune, view.settledStroke == view.strokeCount, let stroke = newest.summary
    else { return nil }
    if stroke.inTune == .all { return (look.text(.allInTune), true) }
    if let text = newest.text, text.cellWidth <= columns { return (text, false) }
    let counts = Phrase.counted(
      inTune: stroke.inTuneCount, notJudged: stroke.uncertain.count + stroke.unclear.count,
      notHeard: stroke.silent.count)
    return (look.text(counts), false)
  }
}
