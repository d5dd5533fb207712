// SPDX-License-Identifier: MIT

import Benchmarking
import Datasets
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

  @Test("scores all contestants on the same items, names those that fail, and counts them as wrong")
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
      "praat",
    ]
    let outcome = try bench.run(
      ["compare", "--dataset", set.path, "--time-limit", "4", "-q"]
        + ["--json", set.path + "/c.json", "--html", set.path + "/c.html"]
        + programs.flatMap { ["--contestant", $0] },
      environment: ["XDG_CACHE_HOME": set.path + "/cache"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("praat: "), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix(" is not installed. See scripts/contestants.sh\n"))

    let document = try JSONDecoder().decode(
      Comparison.self, from: Data(try set.text("c.json").utf8))
    expectFailures(in: document)
    try expectFigures(in: document)
    #expect(
      outcome.output.contains(
        "hangs: 2 failed, 2 counted as wrong throughout. First: "))
    #expect(outcome.output.contains("praat: not installed\n"))
    let page = try set.text("c.html")
    #expect(page.contains("silent: printed nothing"))
    #expect(page.contains("<li>praat</li>"))
    #expect(!page.contains("high <"))
  }

  private func expectFailures(in document: Comparison) {
    #expect(document.absent == ["praat"])
    #expect(
      document.reports.map(\.plan.contestant)
        == ["engine", "right", "sharp", "hangs", "crashes", "invalid", "silent"])
    #expect(document.reports.map(\.failures.count) == [0, 0, 0, 2, 2, 2, 2])
    let reasons = document.reports.map { $0.failures.first?.failure ?? "" }
    #expect(reasons[3] == "hangs: did not end within 4.0 s and was stopped")
    #expect(reasons[4] == "crashes: was ended by signal 11")
    #expect(reasons[5].hasPrefix("invalid: printed something that is no reading."))
    #expect(reasons[6] == "silent: printed nothing")
  }

  private func expectFigures(in document: Comparison) throws {
    let figures = { (name: String) in
      document.lines.first { $0.row == "all" && $0.figure == name }?.figures
    }
    let median = try #require(figures("median"))
    #expect(median[1] == 0)
    #expect(abs(try #require(median[2]) - 10) < 1e-4)
    #expect(median[3...].allSatisfy { $0 == nil })
    #expect(figures("failed") == [0, 0, 0, 2, 2, 2, 2])
    #expect(figures("scored") == [2, 2, 2, 0, 0, 0, 0])
    #expect(figures("answered")?.dropFirst() == [1, 1, 0, 0, 0, 0])
    #expect(figures("within 50 c")?.dropFirst() == [1, 1, 0, 0, 0, 0])
  }

  @Test("a command without a program, the name of our detector, and idle options are wrong usage")
  func wrongUsage() throws {
    let set = try MadeSet()
    let right = try set.contestant("right", Self.lines("220"))
    let rows: [(words: [String], reason: String)] = [
      (["--contestant", "x=headstock-no-such-program {wav}"], "headstock-no-such-program"),
      (
        ["--contestant", right.replacingOccurrences(of: "right=", with: "engine=")],
        "two contestants \"engine\""
      ),
      (["--contestant", right, "--draws", "7"], "--draws"),
      (["--contestant", right, "--seed", "1"], "--seed"),
    ]
    for row in rows {
      let outcome = try bench.run(["compare", "--dataset", set.path, "-q"] + row.words)
      #expect(outcome.status == 2 && outcome.output.isEmpty)
      #expect(outcome.errors.contains(row.reason), "\(outcome.errors)")
    }
  }

  @Test("the readings of all contestants are compared with one pitch, that of our detector")
  func oneReference() throws {
    let set = try MadeSet()
    // A period that is 221 Hz by the manifest, and a first partial of 220 Hz.
    let manifest = try set.text("manifest.csv")
      .replacingOccurrences(of: "57,220,220,0,220,220", with: "57,220,220,0,221,220")
    try set.directory.write(Data(manifest.utf8), to: "manifest.csv")
    let program = try set.contestant("same", Self.lines("221"))
    for (options, error, pitch) in [
      ([], 7.8514, "first partial"), (["--pitch", "period"], 0, "period"),
      (["--detector", "yin"], 0, "period"),
    ] {
      let outcome = try bench.run(
        ["compare", "--dataset", set.path, "--contestant", program, "-q"] + options
          + ["--json", set.path + "/c.json"])
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("all readings against the \(pitch)\n"))
      let document = try JSONDecoder().decode(
        Comparison.self, from: Data(try set.text("c.json").utf8))
      #expect(Set(document.reports.map(\.plan.meaning)).count == 1)
      let medians = document.lines.first { $0.row == "all" && $0.figure == "median" }?.figures
      // 1200·log2(221/220) = 7.8514.
      #expect(abs(try #require(medians?[1]) - error) < 1e-3, "\(options)")
    }
  }

  @Test("a comparison contains the command and the checksums of a program, also its page")
  func identity() throws {
    let set = try MadeSet()
    let script = try set.directory.writeProgram(Self.lines("220"), named: "script")
    let outcome = try bench.run([
      "compare", "--dataset", set.path, "--contestant", "mine=/bin/sh '\(script)' {wav}", "-q",
      "--json", set.path + "/c.json", "--html", set.path + "/c.html",
    ])
    #expect(outcome.status == 0)
    let document = try JSONDecoder().decode(
      Comparison.self, from: Data(try set.text("c.json").utf8))
    #expect(document.reports[0].plan.program == nil)
    let program = try #require(document.reports[1].plan.program)
    #expect(program.words == ["/bin/sh", script, "{wav}"])
    #expect(Set(program.checksums.keys) == ["/bin/sh", script])
    #expect(program.checksums.values.allSatisfy { $0.hasPrefix("sha256:") && $0.count == 71 })
    let checksum = try #require(program.checksums[script])
    for text in [outcome.output, try set.text("c.html")] {
      #expect(text.contains("mine: /bin/sh \(script) {wav}") && text.contains(checksum))
    }
  }

  @Test("shards of different programs do not belong together, not even of one command")
  func changedProgram() throws {
    let set = try MadeSet()
    for (shard, frequency) in [("1/2", "220"), ("2/2", "110")] {
      let program = try set.contestant("mine", Self.lines(frequency))
      let part = try bench.run([
        "compare", "--dataset", set.path, "--contestant", program, "-q", "--shard", shard, "--json",
        "\(set.path)/\(shard.prefix(1)).json",
      ])
      #expect(part.status == 0)
    }
    let merged = try bench.run(["merge", set.path + "/1.json", set.path + "/2.json"])
    #expect((merged.status, merged.output) == (2, ""))
    #expect(merged.errors.contains("the shards are of different runs"))
  }

  @Test("a program that changes during the run is named as it was before, and the change is told")
  func changingProgram() throws {
    let set = try MadeSet()
    let text = Self.lines("220") + "\necho '# changed' >> \"$0\"\n"
    let script = try set.directory.writeProgram(text, named: "script")
    let before = try #require(try Checksum.sha256(of: [script])[script])
    let outcome = try bench.run([
      "compare", "--dataset", set.path, "--contestant", "mine=/bin/sh '\(script)' {wav}", "-q",
      "--json", set.path + "/c.json",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("tuner-bench: mine changed during the run."))
    let document = try JSONDecoder().decode(
      Comparison.self, from: Data(try set.text("c.json").utf8))
    #expect(document.reports[1].plan.program?.checksums[script] == "sha256:" + before)
  }

  @Test("an item without its file is named on standard error, and the others are in the document")
  func missingFile() throws {
    let set = try MadeSet()
    try FileManager.default.removeItem(atPath: set.path + "/plain.wav")
    let program = try set.contestant("right", Self.lines("220"))
    let outcome = try bench.run([
      "compare", "--dataset", set.path, "--contestant", program, "-q", "--json",
      set.path + "/c.json",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("tuner-bench: ") && outcome.errors.contains("/plain.wav: "))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    let document = try JSONDecoder().decode(
      Comparison.self, from: Data(try set.text("c.json").utf8))
    #expect(document.reports.map { $0.results.count { $0.score != nil } } == [1, 1])
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
