// SPDX-License-Identifier: MIT

import Benchmarking
import Foundation
import ProgramRunning
import Testing

@Suite("tuner-bench compare")
struct CompareCommandTests {
  private let bench = Program("tuner-bench")

  /// A line every 50 ms.
  private static func lines(_ frequency: String) -> String {
    #"awk 'BEGIN { for (i = 1; i <= 20; i++) printf "%.2f,\#(frequency),0.9\n", i * 0.05 }'"#
  }

  @Test("scores all contestants on the same items, names those that fail, and scores no failure")
  func compares() throws {
    let set = try MadeSet()
    let programs = [
      try set.contestant("right", Self.lines("220")),
      // 220·2^(10/1200): ten cents sharp.
      try set.contestant("sharp", Self.lines("221.274454")),
      try set.contestant("hangs", "sleep 600"),
      try set.contestant("crashes", "kill -SEGV $$"),
      try set.contestant("invalid", "echo 'pitch: high <&\"'"),
      try set.contestant("silent", ":"),
      "gone=headstock-no-such-program {wav}",
    ]
    let outcome = try bench.run(
      ["compare", "--dataset", set.path, "--time-limit", "4", "-q"]
        + ["--json", set.path + "/c.json", "--html", set.path + "/c.html"]
        + programs.flatMap { ["--contestant", $0] })
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "gone: headstock-no-such-program is not installed. See scripts/contestants.sh\n")

    let document = try JSONDecoder().decode(
      Comparison.self, from: Data(try set.text("c.json").utf8))
    #expect(document.absent == ["gone"])
    #expect(
      document.reports.map(\.plan.contestant)
        == ["engine", "right", "sharp", "hangs", "crashes", "invalid", "silent"])
    #expect(document.reports.map(\.failures.count) == [0, 0, 0, 2, 2, 2, 2])
    let reasons = document.reports.map { $0.failures.first?.failure ?? "" }
    #expect(reasons[3] == "hangs: did not end within 4.0 s and was stopped")
    #expect(reasons[4] == "crashes: was ended by signal 11")
    #expect(reasons[5].hasPrefix("invalid: printed no readings."))
    #expect(reasons[6] == "silent: printed nothing")

    let figures = { (name: String) in
      document.lines.first { $0.row == "all" && $0.figure == name }?.figures
    }
    let median = try #require(figures("median"))
    #expect(median[1] == 0)
    #expect(abs(try #require(median[2]) - 10) < 1e-4)
    #expect(median[3...].allSatisfy { $0 == nil })
    #expect(figures("failed") == [0, 0, 0, 2, 2, 2, 2])

    #expect(outcome.output.contains("hangs: 2 failed, not scored. First: "))
    #expect(outcome.output.contains("gone: not installed\n"))
    let page = try set.text("c.html")
    #expect(page.contains("silent: printed nothing"))
    #expect(page.contains("<li>gone</li>"))
    #expect(!page.contains("high <"))
  }

  @Test("an output that can't be written is an error before the run")
  func unwritable() throws {
    let set = try MadeSet()
    let program = try set.contestant("marks", "touch \"$(dirname \"$0\")/ran\"")
    let outcome = try bench.run([
      "compare", "--dataset", set.path, "--contestant", program, "--html",
      set.path + "/none/c.html",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: set.path + "/bin/ran"))
  }
}
