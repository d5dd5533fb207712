// SPDX-License-Identifier: MIT

/// One picture of a terminal: a grid of characters with their styles, as a value.
public struct CellGrid: Hashable, Sendable {
  /// One place of the grid.
  public struct Cell: Hashable, Sendable {
    /// What stands there; `nil` for the second half of a wide character.
    public var character: Character?
    /// How it looks.
    public var style: CellStyle

    static let blank = Cell(character: " ", style: .plain)
  }

  /// The number of cells in a row.
  public let columns: Int
  /// The number of rows.
  public let rows: Int

  private var cells: [Cell]

  /// Makes a grid of blanks.
  ///
  /// - Parameters:
  ///   - columns: cells in a row; below 0 counts as 0.
  ///   - rows: rows; below 0 counts as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    cells = Array(repeating: .blank, count: self.columns * self.rows)
  }

  /// The cell in a place.
  ///
  /// - Precondition: the place is in the grid.
  public subscript(row: Int, column: Int) -> Cell {
    precondition((0..<rows).contains(row) && (0..<columns).contains(column), "Inside the grid.")
    return cells[row * columns + column]
  }

  /// Writes `text` from a place to the right; what lies beyond the grid is cut off.
  ///
  /// A character that a terminal would obey instead of show is left out, and a wide one that fits
  /// only by half is a blank.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - row: where, from the top; outside the grid nothing is written.
  ///   - column: where, from the left; may be negative.
  ///   - style: how it looks.
  public mutating func write(
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

  /// Blanks the other half of a wide character before a half of it is written over.
  private mutating func sever(row: Int, column: Int) {
    let index = row * columns + column
    if cells[index].character == nil, column > 0 { cells[index - 1].character = " " }
    if column + 1 < columns, cells[index + 1].character == nil { cells[index + 1].character = " " }
  }

  /// The rows as text without styles, blanks at their ends left out: what a snapshot compares.
  public var text: String {
    (0..<rows).map { row in
      var line = ""
      for column in 0..<columns {
        if let character = self[row, column].character { line.append(character) }
      }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// The same picture without colours.
  public var withoutColor: CellGrid {
    var copy = self
    for index in copy.cells.indices {
      copy.cells[index].style = copy.cells[index].style.withoutColor
    }
    return copy
  }
}
