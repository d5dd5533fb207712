// SPDX-License-Identifier: MIT

import Terminal
import Testing
import Tuning

@testable import TunerDisplay

@Suite("Names of the display's parts")
struct DisplayElementTests {
  @Test("names are fixed and unique, and equal the keys of the settings")
  func ids() {
    let parts: [DisplayElement] = [
      .tuningName, .targetMode, .noteName, .deviation, .needle, .figures, .message,
    ]
    let all = parts + (1...12).map { .string($0) } + SettingRow.allCases.map { .setting($0) }
    #expect(Set(all.map(\.id)).count == all.count)
    let known = [
      "tuning-name", "target-mode", "note-name", "deviation", "needle", "figures", "message",
    ]
    #expect(parts.map(\.id) == known)
    #expect(DisplayElement.string(6).id == "string-6")
    #expect(DisplayElement.setting(.tuning).id == "setting-selectedTuningID")
  }

  @Test("the text of each part is in the picture, in every language", arguments: Language.allCases)
  func texts(language: Language) throws {
    var scenes = DisplayScenes()
    try scenes.sound(string: 6, cents: -12)
    let look = DisplayStyle(language: language)
    let frame = scenes.frame()
    let texts = frame.texts(look: look)
    let strings = (1...6).map { DisplayElement.string($0) }
    let present: [DisplayElement] = [
      .tuningName, .targetMode, .noteName, .deviation, .needle, .figures,
    ]
    #expect(Set(texts.keys) == Set(present + strings))
    let picture = frame.grid(size: TerminalSize(columns: 80, rows: 24), look: look).text
    for (element, text) in texts where element != .needle && element != .noteName {
      for line in text.split(separator: "\n") { #expect(picture.contains(line), "\(element.id)") }
    }
    #expect(texts[.noteName] == "E2" && texts[.string(6)] == "E2")
  }

  @Test("the settings' page names each of its rows")
  func settings() {
    let frame = DisplayScenes().frame { $0.display.page = .settings(.a4) }
    let texts = frame.texts(look: DisplayStyle())
    for row in SettingRow.allCases { #expect(texts[.setting(row)]?.isEmpty == false) }
    #expect(texts[.setting(.a4)] == "440 Hz")
  }
}
