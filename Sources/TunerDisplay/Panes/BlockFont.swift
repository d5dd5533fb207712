// SPDX-License-Identifier: MIT

import Terminal

/// A font of large letters that are readable across a room.
///
/// Each glyph has 5 by 7 dots. With half blocks, a cell holds two dots, one above the other.
enum BlockFont {
  static let glyphColumns = 5
  static let glyphRows = 7

  /// Returns the width of a text in cells.
  ///
  /// - Parameters:
  ///   - text: letters of note names, digits, accidentals, and strokes and commas of octaves.
  ///   - scale: cells for each dot, 1 or 2.
  /// - Returns: columns, including the gaps between glyphs.
  static func columns(of text: String, scale: Int) -> Int {
    max(0, text.count * (glyphColumns + 1) - 1) * scale
  }

  /// Returns the height of a text in rows.
  static func rows(scale: Int, hasUnicode: Bool) -> Int {
    hasUnicode ? (glyphRows * scale + 1) / 2 : glyphRows * scale
  }

  /// Draws a text; a character without a glyph is left blank.
  ///
  /// - Parameters:
  ///   - text: letters of note names, digits, accidentals, and strokes and commas of octaves.
  ///   - grid: the destination.
  ///   - row: the top row.
  ///   - column: the left column.
  ///   - scale: cells for each dot, 1 or 2.
  ///   - style: the style.
  ///   - hasUnicode: true if half blocks can be drawn.
  static func draw(
    _ text: String, in grid: inout CellGrid, row: Int, column: Int, scale: Int, style: CellStyle,
    hasUnicode: Bool
  ) {
    for cellRow in 0..<rows(scale: scale, hasUnicode: hasUnicode) {
      var line = ""
      for (index, character) in text.enumerated() {
        if index > 0 { line += String(repeating: " ", count: scale) }
        for cell in 0..<(glyphColumns * scale) {
          line.append(
            shape(
              of: glyph(character), row: cellRow, column: cell / scale, scale: scale,
              hasUnicode: hasUnicode))
        }
      }
      // Blanks are left out, so that they do not cover the background.
      writeDots(of: line, in: &grid, row: row + cellRow, column: column, style: style)
    }
  }

  private static func writeDots(
    of line: String, in grid: inout CellGrid, row: Int, column: Int, style: CellStyle
  ) {
    for (offset, character) in line.enumerated() where character != " " {
      grid.write(String(character), row: row, column: column + offset, style: style)
    }
  }

  private static func shape(
    of glyph: [UInt8], row: Int, column: Int, scale: Int, hasUnicode: Bool
  ) -> Character {
    func dot(_ line: Int) -> Bool {
      let glyphRow = line / scale
      guard glyphRow < glyph.count else { return false }
      return glyph[glyphRow] >> UInt8(glyphColumns - 1 - column) & 1 == 1
    }
    guard hasUnicode else { return dot(row) ? "#" : " " }
    return switch (dot(2 * row), dot(2 * row + 1)) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }

  /// Returns seven rows of five dots, the leftmost in the highest bit.
  private static func glyph(_ character: Character) -> [UInt8] {
    glyphs[character] ?? []
  }

  private static let glyphs: [Character: [UInt8]] = [
    "A": [0b01110, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
    "B": [0b11110, 0b10001, 0b10001, 0b11110, 0b10001, 0b10001, 0b11110],
    "C": [0b01110, 0b10001, 0b10000, 0b10000, 0b10000, 0b10001, 0b01110],
    "D": [0b11110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11110],
    "E": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111],
    "F": [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000],
    "G": [0b01110, 0b10001, 0b10000, 0b10111, 0b10001, 0b10001, 0b01110],
    "H": [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001],
    "I": [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b11111],
    "L": [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111],
    "M": [0b10001, 0b11011, 0b10101, 0b10101, 0b10001, 0b10001, 0b10001],
    "O": [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
    "R": [0b11110, 0b10001, 0b10001, 0b11110, 0b10100, 0b10010, 0b10001],
    "S": [0b01111, 0b10000, 0b10000, 0b01110, 0b00001, 0b00001, 0b11110],
    "b": [0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b11001, 0b10110],
    "♭": [0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b10010, 0b11100],
    "#": [0b01010, 0b01010, 0b11111, 0b01010, 0b11111, 0b01010, 0b01010],
    "♯": [0b01010, 0b01010, 0b11111, 0b01010, 0b11111, 0b01010, 0b01010],
    "a": [0b00000, 0b00000, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111],
    "c": [0b00000, 0b00000, 0b01110, 0b10000, 0b10000, 0b10001, 0b01110],
    "d": [0b00001, 0b00001, 0b01101, 0b10011, 0b10001, 0b10001, 0b01111],
    "e": [0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110],
    "f": [0b00110, 0b01001, 0b01000, 0b11100, 0b01000, 0b01000, 0b01000],
    "g": [0b00000, 0b01111, 0b10001, 0b10001, 0b01111, 0b00001, 0b01110],
    "h": [0b10000, 0b10000, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001],
    "i": [0b00100, 0b00000, 0b01100, 0b00100, 0b00100, 0b00100, 0b01110],
    "l": [0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    "m": [0b00000, 0b00000, 0b11010, 0b10101, 0b10101, 0b10001, 0b10001],
    "o": [0b00000, 0b00000, 0b01110, 0b10001, 0b10001, 0b10001, 0b01110],
    "r": [0b00000, 0b00000, 0b10110, 0b11001, 0b10000, 0b10000, 0b10000],
    "s": [0b00000, 0b00000, 0b01110, 0b10000, 0b01110, 0b00001, 0b11110],
    ",": [0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b00100, 0b01000],
    "'": [0b01100, 0b00100, 0b01000, 0b00000, 0b00000, 0b00000, 0b00000],
    "-": [0b00000, 0b00000, 0b00000, 0b11111, 0b00000, 0b00000, 0b00000],
    "0": [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
    "1": [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    "2": [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    "3": [0b01110, 0b10001, 0b00001, 0b00110, 0b00001, 0b10001, 0b01110],
    "4": [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    "5": [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    "6": [0b01110, 0b10000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    "7": [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    "8": [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    "9": [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00001, 0b01110],
  ]
}
