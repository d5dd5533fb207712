// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("Standard output, pipes and kinds of tuner-bench's documents")
struct ReportOutputTests {
  private let bench = Program("tuner-bench")

  private func accuracy(
    _ set: MadeSet, _ arguments: String..., reader: Program.Reader = .patient
  ) throws -> Program.Outcome {
    try bench.run(
      ["accuracy", "--detector", "yin", "--dataset", set.path, "-q"] + arguments, reader: reader)
  }

  @Test("--json - writes the same document to standard output, and nothing else there")
  func documentToOutput() throws {
    let set = try MadeSet()
    let file = set.path + "/r.json"
    #expect(try accuracy(set, "--json", file, "--targets").status == 0)
    let outcome = try accuracy(set, "--json", "-", "--targets")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(try outcome.output == set.text("r.json"))
    #expect(!FileManager.default.fileExists(atPath: "-"))
    let merged = try bench.run(["merge", file, "--json", "-"])
    #expect(try merged.output == set.text("r.json"))
    let baseline = set.path + "/b.json"
    #expect(try accuracy(set, "--baseline", baseline, "--bless", "--json", "-").status == 0)
    let changed = try set.text("b.json").replacing(
      "\"steady/all/answered\" : 1", with: "\"steady/all/answered\" : 0.5")
    try set.directory.write(Data(changed.utf8), to: "b.json")
    let worse = try accuracy(set, "--baseline", baseline, "--json", "-")
    #expect(worse.status == 1 && worse.errors.contains("unexplained improvement: steady/all"))
    #expect(try worse.output == set.text("r.json"))
    // A closed pipe loses the document, and not the verdict.
    let gone = try accuracy(set, "--baseline", baseline, "--json", "-", reader: .gone)
    #expect(gone.status == 1)
    let readings = ["synthetic", "--sets", "body", "--draws", "1", "--shard", "1/40", "-q"]
    let lines = try bench.run(readings + ["--readings", "-"])
    #expect(try bench.run(readings + ["--readings", set.path + "/lines"]).status == 0)
    #expect(try lines.output == set.text("lines") && !lines.output.isEmpty)
  }

  @Test("the smallest bounds are printed with two digits, and not as zero")
  func smallBounds() throws {
    let outcome = try bench.run([
      "synthetic", "--sets", "stiff", "--draws", "1", "--shard", "1/40", "-q",
    ])
    let bounds = outcome.output.split(separator: "\n").filter { $0.hasPrefix("stiff 60 dB, 50 ms") }
    #expect(bounds.count == 1 && !outcome.output.contains(" 0.0000 c"), "\(outcome.output)")
    #expect(bounds.first?.contains(/0\.0000[1-9]\d* c/) == true, "\(outcome.output)")
  }

  @Test("--json - leaves the reasons of failed items on standard error, also of a merge")
  func failedItems() throws {
    let set = try MadeSet()
    try FileManager.default.removeItem(atPath: set.path + "/plain.wav")
    let tables = try accuracy(set, "--json", set.path + "/r.json")
    #expect(tables.status == 2 && tables.errors == "")
    let document = try accuracy(set, "--json", "-")
    #expect(document.status == 2 && document.errors.contains("/plain.wav: "), "\(document.errors)")
    let merged = try bench.run(["merge", set.path + "/r.json", "--json", "-"])
    #expect(merged.status == 2 && merged.errors.contains("/plain.wav: "), "\(merged.errors)")
  }

  @Test("merge reads pipes, and names the kinds of documents that do not belong together")
  func mergedKinds() throws {
    let set = try MadeSet()
    for shard in 1...2 {
      #expect(
        try accuracy(set, "--shard", "\(shard)/2", "--json", "\(set.path)/\(shard).json").status
          == 0)
    }
    let whole = try bench.run(["merge", set.path + "/1.json", set.path + "/2.json"])
    let pipes = try Program(path: "/bin/bash").run([
      "-c", #""$0" merge <(cat "$1") <(cat "$2")"#, bench.path, set.path + "/1.json",
      set.path + "/2.json",
    ])
    #expect((pipes.status, pipes.errors) == (0, ""))
    #expect(pipes.output == whole.output)

    let program = try set.contestant("right", "echo 0.5,220,0.9")
    let comparison = set.path + "/c.json"
    let compared = try bench.run([
      "compare", "--dataset", set.path, "--contestant", program, "--detector", "yin", "-q",
      "--json",
      "-",
    ])
    #expect(compared.status == 0)
    try set.directory.write(Data(compared.output.utf8), to: "c.json")
    let service = set.path + "/s.json"
    #expect(try bench.run(["tremolo", "--guitars", "2", "--json", service]).errors == "")
    let report = set.path + "/1.json"
    for (files, says) in [
      (
        [comparison, report],
        "\(report): it is a report of accuracy or synthetic, but \(comparison) is a comparison."
      ),
      (
        [report, comparison],
        "\(comparison): it is a comparison, but \(report) is a report of accuracy or synthetic."
      ),
      ([report, service], "\(service): it is the report of a command without --shard"),
      ([report, set.path + "/none.json"], "the file can't be read"),
      ([report, set.path], "\(set.path): the file can't be read"),
      ([report, set.path + "/manifest.csv"], "manifest.csv: it is not a report of tuner-bench"),
    ] {
      let outcome = try bench.run(["merge"] + files)
      #expect((outcome.status, outcome.output) == (2, ""))
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }
  }
}
