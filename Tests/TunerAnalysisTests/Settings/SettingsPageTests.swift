// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TunerState

@testable import TunerAnalysis

@Suite("docs/settings.md")
struct SettingsPageTests {
  /// A row of the table of all settings, without the key of the display.
  private struct Row: Equatable {
    var setting, option, variable, key, standard: String

    /// Reads a line of the page; `nil` if it is no row of this table.
    init?(_ line: Substring) {
      let cells = line.split(separator: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 6, cells[0].hasPrefix("`") else { return nil }
      let texts = cells.map { $0.replacingOccurrences(of: "`", with: "") }
      (setting, option, variable) = (texts[0], texts[1], texts[2])
      (key, standard) = (texts[3], texts[5])
    }

    init(_ name: SettingSources.Name) {
      let none = "–"
      setting = name.rawValue
      option = name.hasOption ? "--\(name.rawValue)" : none
      variable = name.variable
      key = name.key?.rawValue ?? none
      standard = SettingSources(flags: [:], environment: [:]).shown(name)
    }
  }

  @Test("has a row for each setting, with its option, variable, key and default")
  func rows() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/settings.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").compactMap(Row.init)
    #expect(rows == SettingSources.Name.allCases.map(Row.init))
  }
}
