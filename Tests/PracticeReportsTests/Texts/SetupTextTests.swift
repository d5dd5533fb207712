// SPDX-License-Identifier: MIT

import PracticeReports
import Testing

@Suite("The texts of the set-up")
struct SetupTextTests {
  @Test("fit into the terminal, and keep their words and their indentation")
  func fit() {
    let welcome = SetupText.welcome(columns: 40)
    let lines = welcome.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 40 } && lines.count > 4)
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(welcome) == words(SetupText.welcome(columns: nil)))
    let fitted = SetupText.fitted("  a long line about nothing\nx", columns: 12)
    #expect(fitted == "  a long\n  line about\n  nothing\nx")
    #expect(SetupText.fitted("1 / 7  Title", columns: 12) == "1 / 7  Title")
    #expect(SetupText.fitted("a long line", columns: nil) == "a long line")
  }
}
