// SPDX-License-Identifier: MIT

import Foundation
import Terminal
import Testing
import TunerState

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
      levels: [Double](repeating: -40, count: 72), range: 40...6000, hasUnicode: true)
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

  @Test("a history names cents at its left, and times below it")
  func history() {
    var pane = HistoryPane(cents: [50, 0, -50], tolerance: 5, hasUnicode: true)
    pane.times = { ("−\($0) s", "0 s") }
    let text = lines(30, 7) {
      pane.draw(in: &$0, area: ScreenArea(row: 0, column: 0, rows: 7, columns: 30))
    }
    #expect(text[0].hasPrefix("+50") && text[3].hasPrefix("  0") && text[5].hasPrefix("−50"))
    #expect(text[6].hasPrefix("    −26 s") && text[6].hasSuffix("0 s"))
    // The newest deviation is at the right edge, at the bottom of the scale.
    #expect(text[0].contains("▀") && text[5].hasSuffix("▄"))
  }

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
