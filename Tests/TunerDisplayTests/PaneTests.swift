// SPDX-License-Identifier: MIT

import Foundation
import Terminal
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("The panes of history and spectrum have axes")
struct PaneTests {
  private func lines(_ columns: Int, _ rows: Int, _ draw: (inout CellGrid) -> Void) -> [String] {
    var grid = CellGrid(columns: columns, rows: rows)
    draw(&grid)
    return grid.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("a spectrum names frequencies below its bars, each at its place on a logarithmic scale")
  func spectrum() throws {
    let pane = SpectrumPane(
      levels: [Double](repeating: -40, count: 72), range: 40...6000, look: DisplayStyle())
    let area = ScreenArea(row: 0, column: 0, rows: 5, columns: 60)
    let text = lines(60, 5) { pane.draw(in: &$0, area: area) }
    let axis = try #require(text.last)
    for label in ["50", "100", "200", "500", "1k", "2k", "5k"] { #expect(axis.contains(label)) }
    // log(100 / 40) / log(6000 / 40) = 0.18287…, of 60 columns.
    #expect(pane.column(of: 100, area: area) == 10)
    #expect(pane.column(of: 30, area: area) == nil)
    #expect(text.dropLast().contains { $0.contains("█") })
    // A pane with little room keeps its bars.
    let small = lines(60, 3) {
      pane.draw(in: &$0, area: ScreenArea(row: 0, column: 0, rows: 3, columns: 60))
    }
    #expect(small.joined().contains("█"))
    #expect(!small.joined().contains("k"))
  }

  @Test("a needle at an end replaces the word there")
  func words() {
    func row(_ position: Double) -> String {
      lines(41, 2) {
        MeterScale(
          position: position, tolerance: 10, isShown: true, style: CellStyle(),
          words: ("flat", "sharp"), look: DisplayStyle()
        ).draw(in: &$0, area: ScreenArea(row: 0, column: 0, rows: 2, columns: 41))
      }[1]
    }
    #expect(row(0.5).hasPrefix("flat ") && row(0.5).hasSuffix(" sharp"))
    #expect(row(0.05).hasPrefix("  ▲ ") && row(0.05).hasSuffix(" sharp"))
    #expect(row(1).hasPrefix("flat ") && row(1).hasSuffix("    ▲"))
  }

  @Test(
    "a string has the longest name that leaves a blank",
    arguments: [(8, "8 Sol3"), (6, "Sol3"), (5, "Sol3"), (4, "Sol"), (3, "8"), (1, "8")])
  func names(columns: Int, name: String) {
    let names = StringNames(
      position: 8, note: SpelledNote(.g, octave: 3), in: .solfege, octaves: .scientific)
    #expect(names.longest(below: columns) == name)
  }

  @Test(
    "a Helmholtz name is never cut, because the rest would be the name of another octave",
    arguments: [(5, "1 e'"), (4, "e'"), (3, "e'"), (2, "1")])
  func helmholtz(columns: Int, name: String) {
    let names = StringNames(
      position: 1, note: SpelledNote(.e, octave: 4), in: .english, octaves: .helmholtz)
    #expect(names.longest(below: columns) == name)
  }

  @Test("the large font has a glyph for each character of a note, and other ones for small letters")
  func glyphs() {
    func dots(_ text: String) -> [String] {
      lines(60, 8) {
        BlockFont.draw(
          text, in: &$0, row: 0, column: 0, scale: 1, style: CellStyle(), hasUnicode: false)
      }
    }
    var characters: Set<Character> = []
    for notation in NoteNotation.allCases {
      for octaves in OctaveConvention.allCases {
        for letter in NoteLetter.allCases {
          for accidental in Accidental.allCases {
            for octave in 0...9 {
              let note = SpelledNote(letter, accidental, octave: octave)
              characters.formUnion(notation.text(of: note, octaves: octaves))
            }
          }
        }
      }
    }
    for character in characters {
      #expect(dots("\(character)").contains { $0.contains("#") }, "\(character)")
    }
    #expect(Set(characters.map { dots("\($0)") }).count == characters.count)
  }

  @Test("a history names cents at its left, and times below it")
  func history() {
    var history = DeviationHistory()
    for (step, cents) in [50.0, 0, -50].enumerated() {
      history.add(cents, .red, at: 1 + Double(step) / 20)
    }
    var pane = HistoryPane(history: history, rate: 20, look: DisplayStyle())
    pane.times = { ("−\($0) s", "0 s") }
    let text = lines(30, 7) {
      pane.draw(in: &$0, area: ScreenArea(row: 0, column: 0, rows: 7, columns: 30))
    }
    #expect(text[0].hasPrefix("+50") && text[3].hasPrefix("  0") && text[5].hasPrefix("−50"))
    #expect(text[6].hasPrefix("    −26 s") && text[6].hasSuffix("0 s"))
    // The newest deviation is at the right edge, at the bottom of the scale.
    #expect(text[0].contains("▀") && text[5].hasSuffix("▄"))
  }

  /// Returns the columns of a pane of 24 columns that have a deviation, with their colours.
  private func columns(
    _ history: DeviationHistory, theme: ThemeMode = .system
  ) -> [Int: CellColor] {
    var grid = CellGrid(columns: 24, rows: 3)
    HistoryPane(history: history, rate: 20, look: DisplayStyle(theme: theme)).draw(
      in: &grid, area: ScreenArea(row: 0, column: 0, rows: 3, columns: 24))
    var found: [Int: CellColor] = [:]
    for row in 0..<3 {
      for column in 0..<24 {
        if let color = grid[row, column].style.color { found[column] = color }
      }
    }
    return found
  }

  @Test("a deviation has the colour of its state, which is readable in every theme")
  func historyColors() {
    var history = DeviationHistory()
    for (step, color) in [MarkerColor.green, .yellow, .red].enumerated() {
      history.add(0, color, at: Double(step) / 20)
    }
    #expect(columns(history) == [21: .green, 22: .yellow, 23: .red])
    #expect(columns(history, theme: .light) == [21: .green, 22: .magenta, 23: .red])
    #expect(
      columns(history, theme: .dark) == [21: .brightGreen, 22: .brightYellow, 23: .brightRed])
  }

  @Test("a deviation has the column of its time, whatever the number of pictures")
  func historyTimes() {
    var history = DeviationHistory()
    history.add(0, .green, at: 1)
    // A terminal that is slow for 0.15 s has three updates in one picture.
    history.add(0, .red, at: 1.15)
    // Strokes and silence have no deviation, but they take time.
    history.add(nil, .grey, at: 1.5)
    history.add(0, .yellow, at: 1.55)
    let stripe: [Int: CellColor] = [12: .green, 13: .red, 14: .red, 15: .red, 23: .yellow]
    #expect(columns(history) == stripe)
    // Points that are older than the pane are not drawn at its edge.
    history.add(0, .yellow, at: 100)
    #expect(columns(history) == [23: .yellow])
    // Another stream begins at zero.
    history.add(0, .red, at: 0.1)
    #expect(history.points.count == 1)
  }

  @Test("the names of strings have the same letters in a row, whichever of them sounds")
  func stableLayout() throws {
    // Sol3 is too long for the largest letters in 80 columns, and Mi2 is not.
    let solfege = TunerAction.settings(.loaded([.notation: .text("solfege")], tunings: []))
    for (actions, columns) in [([solfege], 80), ([.useTuning(flats)], 60)] {
      var rows: Set<[Int]> = []
      for position in [nil, 6, 4, 3, 1] {
        var scenes = DisplayScenes(actions)
        if let position { try scenes.sound(string: position, cents: 3) }
        let plan = MeterLayout(
          columns: columns, rows: 24, frame: scenes.frame(), look: DisplayStyle())
        rows.insert([plan.glyphScale, plan.scale, plan.strings, plan.words, plan.block.rows])
      }
      #expect(rows.count == 1, "\(rows)")
    }
    // A note far from every string has a name that fits in its place.
    for columns in [42, 46, 50, 60, 80] {
      var scenes = DisplayScenes()
      try scenes.sound(string: 6, cents: -280)
      let frame = scenes.frame()
      let plan = MeterLayout(columns: columns, rows: 24, frame: frame, look: DisplayStyle())
      let text = frame.grid(
        size: TerminalSize(columns: columns, rows: 24), look: DisplayStyle()
      ).text
      #expect(text.contains("E2: 2.8 semitones flat"), "\(text)")
      let resting = MeterLayout(
        columns: columns, rows: 24, frame: DisplayScenes().frame(), look: DisplayStyle())
      #expect(plan.scale == resting.scale && plan.strings == resting.strings)
    }
  }

  private var flats: InstrumentTuning { InstrumentTuning.preset("half_step_down") ?? .standard }

  @Test("a left-handed player's strings have the lowest at the right")
  func leftHanded() throws {
    func strings(isLeftHanded: Bool) throws -> [Int] {
      let text = DisplayScenes().frame().grid(
        size: TerminalSize(columns: 80, rows: 24), look: DisplayStyle(isLeftHanded: isLeftHanded)
      ).text
      let row = try #require(
        text.split(separator: "\n").first { $0.contains("6 ") && $0.contains("1 ") })
      return row.split(separator: " ").compactMap { Int($0) }
    }
    #expect(try strings(isLeftHanded: false) == [6, 5, 4, 3, 2, 1])
    #expect(try strings(isLeftHanded: true) == [1, 2, 3, 4, 5, 6])
    var scenes = DisplayScenes([.setTargetMode(.all)])
    scenes.strum([0, 1, 2, 3, 4, 5])
    func names(isLeftHanded: Bool) -> [Int] {
      let text = scenes.frame().grid(
        size: TerminalSize(columns: 100, rows: 24), look: DisplayStyle(isLeftHanded: isLeftHanded)
      ).text
      let row = text.split(separator: "\n").first { $0.contains("6 E2") && $0.contains("1 E4") }
      return row?.split(separator: " ").compactMap { Int($0) } ?? []
    }
    #expect(names(isLeftHanded: false) == [6, 5, 4, 3, 2, 1])
    #expect(names(isLeftHanded: true) == [1, 2, 3, 4, 5, 6])
  }
}
