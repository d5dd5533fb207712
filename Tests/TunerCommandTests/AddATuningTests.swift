// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("The article on tunings")
struct AddATuningTests {
  @Test("its commands add a tuning")
  func commands() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/Tuning/Tuning.docc/AddATuning.md"), encoding: .utf8)
    let block = try #require(
      article.components(separatedBy: "\n```\n").first { $0.hasPrefix("tuner tunings export") })
    let tuner = Program("tuner")
    let home = try TemporaryDirectory()
    let environment = ["XDG_CONFIG_HOME": home.path, "PROGRAM": tuner.path, "PLACE": home.path]
    let script = "tuner() { \"$PROGRAM\" \"$@\"; }\ncd \"$PLACE\"\n\(block)"
    let outcome = try Program(path: "/bin/sh").run(["-ec", script], environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shown = try tuner.run(["tunings", "show", "mine"], environment: environment)
    #expect(shown.output.contains("Mine (mine)"), "\(shown.errors)")
    #expect(shown.output.contains("F#3"), "\(shown.output)")
  }
}
