// SPDX-License-Identifier: MIT

import Terminal
import Testing

@Suite("Screens of a terminal and their control sequences")
struct ScreenUpdateTests {
  /// UTS #51: variation selector 16 asks for the presentation as an emoji, 15 for that as text.
  @Test(
    "a symbol with the selector of emoji is wide, with that of text it is not",
    arguments: [
      ("\u{2764}", 1), ("\u{2764}\u{fe0f}", 2), ("\u{2194}\u{fe0f}", 2), ("1\u{fe0f}\u{20e3}", 2),
      ("\u{231a}", 2), ("\u{231a}\u{fe0e}", 1), ("🎸", 2), ("a\u{fe0f}", 1), ("é", 1),
    ])
  func selectors(text: String, width: Int) {
    #expect(text.cellWidth == width)
  }

  /// A simulated terminal with the control sequences that the updates use, written independently of
  /// them.
  struct Receiver {
    var cells: [[Character]]
    var styles: [[String]]
    private var row = 0
    private var column = 0
    private var style = "0"

    init(columns: Int, rows: Int) {
      cells = Array(repeating: Array(repeating: "?", count: columns), count: rows)
      styles = Array(repeating: Array(repeating: "?", count: columns), count: rows)
    }

    mutating func receive(_ text: String) {
      var rest = Substring(text)
      while let character = rest.first {
        rest.removeFirst()
        guard character == "\u{1b}" else {
          cells[row][column] = character
          styles[row][column] = style
          column += 1
          if character.cellWidth == 2 {
            cells[row][column] = "…"
            column += 1
          }
          continue
        }
        rest.removeFirst()
        let parameters = rest.prefix { !$0.isLetter }
        rest = rest.dropFirst(parameters.count)
        obey(rest.removeFirst(), parameters)
      }
    }

    private mutating func obey(_ command: Character, _ parameters: Substring) {
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      switch command {
      case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
      case "m": style = String(parameters)
      case "J":
        for row in cells.indices {
          for column in cells[row].indices {
            cells[row][column] = " "
            styles[row][column] = "0"
          }
        }
      case "h", "l": break
      default: Issue.record("unknown command \(command)")
      }
    }

    var text: String {
      cells.map { row in
        var line = String(row.filter { $0 != "…" })
        while line.last == " " { line.removeLast() }
        return line
      }.joined(separator: "\n")
    }
  }

  @Test("writes, clips at every edge and keeps wide characters whole")
  func writes() {
    var grid = CellGrid(columns: 8, rows: 3)
    grid.write("abcdefghij", row: 0, column: 3)
    grid.write("left", row: 1, column: -2)
    grid.write("日本", row: 2, column: 5)
    grid.write("gone", row: 3, column: 0)
    grid.write("gone", row: -1, column: 0)
    #expect(grid.text == "   abcde\nft\n     日")
    grid.write("x", row: 2, column: 6)
    #expect(grid.text == "   abcde\nft\n      x")
  }

  @Test("removes control characters from its cells")
  func leavesOutControls() {
    var grid = CellGrid(columns: 8, rows: 1)
    grid.write("a\u{1b}\u{7}\nb\u{200b}", row: 0, column: 0)
    #expect(grid.text == "ab")
  }

  @Test("an unchanged screen sends nothing")
  func sendsNothing() {
    var grid = CellGrid(columns: 20, rows: 4)
    grid.write("in tune", row: 2, column: 3, style: CellStyle(color: .green))
    #expect(ScreenUpdate.sequence(from: grid, to: grid) == "")
  }

  @Test("one changed cell sends one character")
  func sendsLittle() {
    var old = CellGrid(columns: 120, rows: 40)
    old.write(String(repeating: "x", count: 120), row: 20, column: 0)
    var new = old
    new.write("y", row: 20, column: 60)
    let sequence = ScreenUpdate.sequence(from: old, to: new)
    #expect(sequence.filter { $0 == "y" || $0 == "x" } == "y")
    #expect(sequence.utf8.count < 48)
  }

  @Test("after any sequence of screens the terminal shows the last one")
  func showsTheLast() {
    var generator = Seeded(state: 11)
    let (columns, rows) = (24, 6)
    var receiver = Receiver(columns: columns, rows: rows)
    var shown: CellGrid?
    for _ in 0..<300 {
      var next = shown ?? CellGrid(columns: columns, rows: rows)
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        let text = ["abc", "日本語", "♯", "  ", "in tune", "é"].randomElement(using: &generator) ?? ""
        next.write(
          text, row: .random(in: 0..<rows, using: &generator),
          column: .random(in: -2..<columns, using: &generator),
          style: CellStyle(color: CellColor.allCases.randomElement(using: &generator)))
      }
      receiver.receive(ScreenUpdate.sequence(from: shown, to: next))
      #expect(receiver.text == next.text)
      shown = next
    }
  }

  @Test("an unknown or resized terminal is drawn completely")
  func drawsAnew() {
    var grid = CellGrid(columns: 10, rows: 2)
    grid.write("note", row: 1, column: 1)
    let whole = ScreenUpdate.sequence(from: nil, to: grid)
    #expect(whole.contains("\u{1b}[2J"))
    #expect(ScreenUpdate.sequence(from: CellGrid(columns: 9, rows: 2), to: grid) == whole)
  }

  @Test("a terminal of any size, even 0, is drawn", arguments: [0, 1, 2])
  func drawsTiny(size: Int) {
    var grid = CellGrid(columns: size, rows: size)
    grid.write("日note", row: 0, column: 0)
    #expect(!ScreenUpdate.sequence(from: nil, to: grid).isEmpty)
  }

  @Test("without colour the other attributes stay")
  func dropsColor() {
    var grid = CellGrid(columns: 4, rows: 1)
    grid.write("A", row: 0, column: 0, style: CellStyle(color: .red, isBold: true))
    #expect(grid.withoutColor[0, 0].style == CellStyle(isBold: true))
  }
}

/// Steele, Lea & Flood (2014), doi:10.1145/2660193.2660195.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
