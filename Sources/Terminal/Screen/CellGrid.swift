// SPDX-License-Identifier: MIT

/// The contents of a terminal as a value: a grid of characters with their styles.
package struct CellGrid: Hashable, Sendable {
  /// One cell of the grid.
  package struct Cell: Hashable, Sendable {
    /// The character; `nil` for the second half of a wide character.
    package var character: Character?
    /// The style.
    package var style: CellStyle

    static let blank = Cell(character: " ", style: .plain)
  }

  /// The number of cells in a row.
  package let columns: Int
  /// The number of rows.
  package let rows: Int

  private var cells: [Cell]

  /// Makes a blank grid.
  ///
  /// - Parameters:
  ///   - columns: cells in a row; negative counts as 0.
  ///   - rows: rows; negative counts as 0.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell at a row and a column.
  ///
  /// - Precondition: the cell is in the grid.
  package subscript(row: Int, column: Int) -> Cell {
    precondition((0..<rows).contains(row) && (0..<columns).contains(column), "Inside the grid.")
    return cells[row * columns + column]
  }

  /// Writes `text` to the right of a position and clips it at the grid's edge.
  ///
  /// Control characters are left out. A wide character that is cut in half becomes a blank.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - row: the row from the top; outside the grid nothing is written.
  ///   - column: the column from the left; may be negative.
  ///   - style: the style.
  package mutating func write(
    _ text: some StringProtocol, row: Int, column: Int, style: CellStyle = .plain
  ) {
    guard (0..<rows).contains(row) else { return }
    var place = column
    for character in text {
      let width = character.cellWidth
      if width == 0 { continue }
      if place >= columns { return }
      put(character, width: width, row: row, column: place, style: style)
      place += width
    }
  }

  private mutating func put(
    _ character: Character, width: Int, row: Int, column: Int, style: CellStyle
  ) {
    let fits = column >= 0 && column + width <= columns
    for offset in 0..<width where (0..<columns).contains(column + offset) {
      sever(row: row, column: column + offset)
      let shown: Character? = !fits ? " " : offset == 0 ? character : nil
      cells[row * columns + column + offset] = Cell(character: shown, style: style)
    }
  }

  /// Blanks the other half of a wide character of which one half is overwritten.
  private mutating func sever(row: Int, column: Int) {
    let index = row * columns + column
    if cells[index].character == nil, column > 0 { cells[index - 1].character = " " }
    if column + 1 < columns, cells[index + 1].character == nil { cells[index + 1].character = " " }
  }

  /// The rows as text without styles and trailing blanks, for snapshots.
  package var text: String {
    (0..<rows).map { row in
      var line = ""
      for column in 0..<columns {
        if let character = self[row, column].character { line.append(character) }
      }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// The same grid without colours.
  package var withoutColor: CellGrid {
    var copy = self
    for index in copy.cells.indices {
      copy.cells[index].style = copy.cells[index].style.withoutColor
    }
    return copy
  }
}
