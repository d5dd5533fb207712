// SPDX-License-Identifier: MIT

import Terminal
import Testing
import TunerState
import Tuning

@testable import TunerDisplay

@Suite("Pages of lists in little room")
struct ListPageTests {
  private func text(
    _ scenes: DisplayScenes, _ page: DisplayState.Page, _ columns: Int, _ rows: Int,
    _ look: DisplayStyle = DisplayStyle()
  ) -> String {
    scenes.frame { $0.display.page = page }
      .grid(size: TerminalSize(columns: columns, rows: rows), look: look).text
  }

  @Test("an error on the page of settings is whole, beside the row of the cursor")
  func errors() {
    let place = "/home/player/.config/tuner/settings.json"
    let error = StorageError.unreadable(place: place, reason: "Is a directory")
    for row in SettingRow.allCases {
      var scenes = DisplayScenes()
      _ = scenes.tuner.reduce(.persistFailed(error))
      let text = text(scenes, .settings(row), 40, 8)
      let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
      #expect(words.hasSuffix("(Is a directory). Mend it, or remove it."), "\(text)")
      #expect(text.contains("> \(DisplayStyle().text(.settingName(row)))"), "\(text)")
      // A longer one has a mark where it is cut.
      _ = scenes.tuner.reduce(
        .persistFailed(.readOnly(place: String(repeating: "/directory", count: 30))))
      #expect(self.text(scenes, .settings(row), 40, 8).hasSuffix("…"))
    }
  }

  @Test("the notes of a tuning are whole or have a mark where they are cut")
  func notes() {
    let lines = text(DisplayScenes(), .tunings(cursor: 3), 40, 12).split(separator: "\n")
    func line(_ name: String) -> Substring? { lines.first { $0.contains(" \(name) ") } }
    #expect(line("Standard")?.hasSuffix("E2 A2 D3 G3 B3 E4") == true, "\(lines)")
    #expect(line("Half step down")?.hasSuffix("…") == true, "\(lines)")
    let plain = DisplayStyle(hasUnicode: false)
    let cut = text(DisplayScenes(), .tunings(cursor: 3), 40, 12, plain)
    #expect(cut.contains("~\n"), "\(cut)")
  }

  @Test("below 40×8 a page shows the row that its keys choose", arguments: [(30, 6), (80, 7)])
  func lines(columns: Int, rows: Int) {
    var scenes = DisplayScenes()
    #expect(text(scenes, .tunings(cursor: 3), columns, rows).hasPrefix("> Half step down"))
    #expect(text(scenes, .settings(.a4), columns, rows).hasPrefix("> A4: 440 Hz"))
    #expect(text(scenes, .help, columns, rows).hasPrefix("Any key goes back"))
    _ = scenes.tuner.reduce(.persistFailed(.noHome))
    #expect(text(scenes, .settings(.a4), columns, rows).hasPrefix("There is no home"))
  }
}
