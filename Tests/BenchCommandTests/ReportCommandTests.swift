// SPDX-License-Identifier: MIT

import Benchmarking
import Evaluation
import Foundation
import ProgramRunning
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("tuner-bench accuracy and merge")
struct ReportCommandTests {
  private let bench = Program("tuner-bench")

  private func accuracy(_ set: MadeSet, _ arguments: String...) throws -> Program.Outcome {
    try bench.run(["accuracy", "--detector", "yin", "--dataset", set.path, "-q"] + arguments)
  }

  @Test("--json writes a report that, read and written again, has the same bytes")
  func json() throws {
    let set = try MadeSet()
    let outcome = try accuracy(set, "--json", set.path + "/r.json")
    #expect((outcome.status, outcome.errors) == (0, ""))
    let text = try set.text("r.json")
    let report = try JSONDecoder().decode(BenchReport.self, from: Data(text.utf8))
    #expect(String(decoding: try report.json(), as: UTF8.self) == text)
    #expect(report.results.count == 2)
    #expect(report.results.allSatisfy { $0.score?.pitch.answered.share == 1 })
    #expect(report.tracks.count == 2)
  }

  @Test("shards merge to the table, document and page of the whole run")
  func shards() throws {
    let set = try MadeSet()
    let whole = try accuracy(
      set, "--json", set.path + "/w.json", "--html", set.path + "/w.html", "--targets")
    for shard in ["1/2", "2/2"] {
      let part = try accuracy(
        set, "--shard", shard, "--json", "\(set.path)/\(shard.prefix(1)).json")
      #expect(part.status == 0)
      #expect(part.output.contains("a part: 1 of 2 items"))
    }
    let merged = try bench.run([
      "merge", set.path + "/2.json", set.path + "/1.json", "--json", set.path + "/m.json", "--html",
      set.path + "/m.html", "--targets",
    ])
    #expect((merged.status, merged.errors) == (0, ""))
    #expect(merged.output == whole.output)
    #expect(try set.text("m.json") == set.text("w.json"))
    #expect(try set.text("m.html") == set.text("w.html"))
  }

  @Test("shards of tuner-bench synthetic merge to the table, document and page of the whole run")
  func syntheticShards() throws {
    let place = try TemporaryDirectory()
    let path = place.path
    let run = { (arguments: [String]) in
      try bench.run(
        ["synthetic", "--detector", "yin", "--sets", "string,unvoiced", "--draws", "1", "-q"]
          + arguments)
    }
    let whole = try run(["--json", path + "/w.json", "--html", path + "/w.html"])
    #expect((whole.status, whole.errors) == (0, ""))
    for number in 1...3 {
      let part = try run(["--shard", "\(number)/3", "--json", "\(path)/\(number).json"])
      #expect(part.status == 0 && part.output.contains("a part:"))
    }
    let merged = try bench.run([
      "merge", path + "/2.json", path + "/3.json", path + "/1.json", "--json", path + "/m.json",
      "--html", path + "/m.html",
    ])
    #expect((merged.status, merged.errors) == (0, ""))
    #expect(merged.output == whole.output)
    for ending in ["json", "html"] {
      let files = try ["m", "w"].map {
        try String(contentsOfFile: "\(path)/\($0).\(ending)", encoding: .utf8)
      }
      #expect(files[0] == files[1])
    }
  }

  @Test("--html is one well-formed page without external references, for any file names")
  func html() throws {
    let set = try MadeSet()
    #expect(try accuracy(set, "--html", set.path + "/r.html").status == 0)
    let page = try set.text("r.html")
    let document = try XMLDocument(data: Data(page.utf8))
    let root = try #require(document.rootElement())
    #expect(root.name == "html")
    #expect(page.contains("a&lt;b &amp; &quot;c&quot;.wav"))
    #expect(!page.contains("a<b"))
    // The name of the SVG namespace is only an identifier; no program fetches it.
    let foreign = page.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
    for word in ["http:", "https:", "src=", "href=", "url(", "@import", "<script"] {
      #expect(!foreign.contains(word), "\(word)")
    }
    let report = try #require(page.range(of: "machine</dt><dd>"))
    #expect(!page[report.upperBound...].hasPrefix("<"))
    for word in [">commit<", ">compiler<", ">flags<", "sha256:", "Steady parts", "The worst items"]
    {
      #expect(page.contains(word), "\(word)")
    }
    let plots = try root.nodes(forXPath: "//*[local-name()='svg']")
    #expect(plots.count >= 6)
    for plot in plots { #expect(plot.stringValue?.contains("nothing to show") == false) }
  }

  @Test("a page or document that can't be written is an error and leaves nothing")
  func unwritable() throws {
    let set = try MadeSet()
    let before = try set.names()
    for option in ["--html", "--json"] {
      for place in [set.path + "/none/r.html", set.path, "/dev/full"] {
        let outcome = try accuracy(set, option, place)
        #expect(outcome.status == 2, "\(option) \(place)")
        #expect(outcome.errors.hasPrefix("tuner-bench: "), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
    }
    #expect(try set.names() == before)
  }

  @Test("an equal baseline passes, a changed figure is status 1, and another machine is refused")
  func baseline() throws {
    let set = try MadeSet()
    let file = set.path + "/b.json"
    #expect(try accuracy(set, "--baseline", file, "--bless").status == 0)
    let held = try accuracy(set, "--baseline", file)
    #expect((held.status, held.errors) == (0, ""))

    let good = try set.text("b.json")
    let rate = "\"steady/all/answered\" : 1"
    try #require(good.contains(rate))
    func write(_ text: String) throws { try set.directory.write(Data(text.utf8), to: "b.json") }
    // The baseline has fewer answers: an unexplained improvement fails too.
    try write(good.replacingOccurrences(of: rate, with: "\"steady/all/answered\" : 0.5"))
    let better = try accuracy(set, "--baseline", file)
    #expect(better.status == 1)
    #expect(better.output.contains("unexplained improvement: steady/all/answered: 0.5 -> 1.0\n"))

    let median = try #require(good.firstMatch(of: /"steady\/all\/median" : [0-9.e-]+/)).output
    try write(good.replacingOccurrences(of: median, with: "\"steady/all/median\" : 0"))
    let worse = try accuracy(set, "--baseline", file, "--html", set.path + "/b.html")
    #expect(worse.status == 1)
    #expect(worse.output.contains("regression: steady/all/median: 0.0 -> "))
    #expect(try set.text("b.html").contains("regression: steady/all/median"))

    let machine = try #require(good.firstMatch(of: /"machine" : "[^"]*"/)).output
    try write(good.replacingOccurrences(of: machine, with: "\"machine\" : \"an abacus\""))
    let elsewhere = try accuracy(set, "--baseline", file)
    #expect(elsewhere.status == 2)
    #expect(elsewhere.errors.contains("another machine (an abacus"))
    #expect(elsewhere.errors.contains("--bless"))
  }

  @Test("--check ends with 1 if a target is missed, and names it")
  func check() throws {
    let set = try MadeSet()
    let met = try accuracy(set, "--check")
    #expect(met.status == 0)
    // A second of sound is right everywhere, and too little for a share of 99.5 %.
    #expect(met.output.contains("0 met, 0 missed, 2 not decided, 18 not run\n"))
    #expect(met.output.contains(/within 50 c +≥ 99.50 % +100.00 % +not decided: needs/))
    // A wrong label: 100 Hz in the manifest, 220 Hz in the recording.
    let manifest = try set.text("manifest.csv")
      .replacingOccurrences(of: "57,220,220,0,220,220", with: "43,98,98,0,98,98")
    try set.directory.write(Data(manifest.utf8), to: "manifest.csv")
    let missed = try accuracy(set, "--check")
    #expect(missed.status == 1)
    #expect(missed.output.contains(/within 50 c +≥ 99.50 % +0.00 % +missed/))
  }

  @Test("an item that fails is named, and the status is 2 after all other items")
  func failed() throws {
    let set = try MadeSet()
    try FileManager.default.removeItem(atPath: set.path + "/plain.wav")
    let outcome = try accuracy(set, "--html", set.path + "/r.html")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("plain.wav: the file is missing"))
    #expect(try set.text("r.html").contains("plain.wav: the file is missing"))
  }

  struct Misuse: CustomTestStringConvertible {
    let arguments: [String]
    let says: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "an option that would have no effect, or a set that counts twice, is refused before the run",
    arguments: [
      Misuse(
        arguments: [
          "synthetic", "--readings", "/dev/null", "--targets", "--bless", "--baseline", "b",
        ],
        says: "--readings writes no report. Leave out --baseline, --bless, --targets."),
      Misuse(
        arguments: ["synthetic", "--readings", "/dev/null", "--window", "50"],
        says: "--readings writes no report. Leave out --window."),
      Misuse(
        arguments: ["accuracy", "--html", "-"],
        says: "--html needs a file. Only --json writes to standard output."),
      Misuse(
        arguments: ["accuracy", "--bless", "--baseline", "-"], says: "--baseline needs a file."),
      Misuse(arguments: ["synthetic", "--sets", ""], says: "There is no set \"\""),
      Misuse(arguments: ["synthetic", "--sets", ","], says: "twice"),
      Misuse(arguments: ["synthetic", "--sets", "string,string"], says: "names a set twice"),
      Misuse(
        arguments: ["accuracy", "--json", "/dev/null", "--html", "/dev/null"],
        says: "--json and --html name the same file"),
      Misuse(
        arguments: ["compare", "--contestant", "a=b {wav}", "--sets", "none"],
        says: "There is no set"),
      Misuse(
        arguments: ["compare", "--contestant", "a=b {wav}", "--pitch", "period"],
        says: "leave out --pitch period"),
      Misuse(
        arguments: ["synthetic", "--pitch", "period"], says: "leave out --pitch period"),
      Misuse(
        arguments: ["accuracy", "--shard", "1/2", "--baseline", "b"],
        says: "A baseline is made of a whole run. Merge all shards first."),
      Misuse(
        arguments: ["synthetic", "--shard", "1/2", "--baseline", "b", "--bless"],
        says: "A baseline is made of a whole run. Merge all shards first."),
      Misuse(
        arguments: ["strum", "--shard", "1/2", "--baseline", "b"],
        says: "A baseline is made of a whole run. Merge all shards first."),
    ])
  func misuse(row: Misuse) throws {
    let outcome = try bench.run(row.arguments)
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(outcome.errors.contains(row.says), "\(outcome.errors)")
  }

  @Test("two sets of one name are refused, because reports know a set by its name")
  func twice() throws {
    let set = try MadeSet()
    let outcome = try accuracy(set, "--dataset", set.path + "/")
    #expect((outcome.status, outcome.output) == (2, ""))
    #expect(outcome.errors.contains("is named twice"))
  }

  @Test("merge compares no part of a run with a baseline")
  func partialBaseline() throws {
    let set = try MadeSet()
    let (part, file) = (set.path + "/1.json", set.path + "/b.json")
    #expect(try accuracy(set, "--baseline", file, "--bless").status == 0)
    #expect(try accuracy(set, "--shard", "1/2", "--json", part).status == 0)
    let merged = try bench.run(["merge", part, "--baseline", file])
    #expect(merged.status == 2)
    #expect(merged.errors.contains("A baseline is made of a whole run. Merge all shards first."))
  }

  @Test("a file that is no baseline of this machine is refused before the run")
  func noBaseline() throws {
    let set = try MadeSet()
    let report = set.path + "/r.json"
    #expect(try accuracy(set, "--json", report).status == 0)
    for (file, says) in [
      (report, "Make one with --bless"), (set.path + "/manifest.csv", "Write one with --bless"),
      (set.path + "/none.json", "can't be read"),
    ] {
      let outcome = try accuracy(set, "--baseline", file)
      #expect((outcome.status, outcome.output) == (2, ""), "\(file)")
      #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }
  }

  @Test("merge does not replace the reports that it reads")
  func replacedReport() throws {
    let set = try MadeSet()
    let report = set.path + "/r.json"
    #expect(try accuracy(set, "--json", report).status == 0)
    let text = try set.text("r.json")
    for option in ["--json", "--html"] {
      let outcome = try bench.run(["merge", report, option, set.path + "/./r.json"])
      #expect((outcome.status, outcome.output) == (2, ""))
      #expect(outcome.errors.contains("\(option) would replace the report"), "\(outcome.errors)")
      #expect(try set.text("r.json") == text)
    }
  }

  @Test("a baseline of another command is refused before the run, and that command is named")
  func otherCommand() throws {
    let set = try MadeSet()
    let file = set.path + "/b.json"
    #expect(try accuracy(set, "--baseline", file, "--bless").status == 0)
    for command in ["strum", "synthetic"] {
      let outcome = try bench.run([command, "--baseline", file, "-q"])
      #expect((outcome.status, outcome.output) == (2, ""))
      #expect(
        outcome.errors.contains("Compare it with tuner-bench accuracy"), "\(outcome.errors)")
    }
  }

  @Test("a baseline of another run costs no results: the tables and the page are written first")
  func otherRun() throws {
    let set = try MadeSet()
    let file = set.path + "/b.json"
    #expect(try accuracy(set, "--baseline", file, "--bless").status == 0)
    let outcome = try accuracy(
      set, "--rate", "100", "--baseline", file, "--html", set.path + "/r.html")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("Steady parts"))
    #expect(outcome.errors.contains("another run"))
    #expect(try set.text("r.html").contains("Steady parts"))
  }

  @Test("a run with a failed item writes no baseline")
  func failedBaseline() throws {
    let set = try MadeSet()
    let file = set.path + "/b.json"
    #expect(try accuracy(set, "--baseline", file, "--bless").status == 0)
    let good = try set.text("b.json")
    try FileManager.default.removeItem(atPath: set.path + "/plain.wav")
    let outcome = try accuracy(set, "--baseline", file, "--bless")
    #expect(outcome.status == 2)
    #expect(outcome.errors == "tuner-bench: the baseline is not written, because items failed.\n")
    #expect(try set.text("b.json") == good)
  }

  @Test("a run in which nothing could be scored is an error after its tables")
  func nothingScored() throws {
    let set = try MadeSet()
    let manifest = try set.text("manifest.csv").replacingOccurrences(of: ",A,0,", with: ",D,0,")
    try set.directory.write(Data(manifest.utf8), to: "manifest.csv")
    let outcome = try accuracy(set)
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("without a reference"))
    #expect(outcome.errors.contains("No item was scored"))
  }

  @Test("the build is the commit of Headstock's checkout, and elsewhere the program's checksum")
  func build() throws {
    let set = try MadeSet()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    for (answer, expected) in [("0", "build: abc, "), ("1", "build: program sha256:")] {
      // It answers as git does in a repository with or without the file that only Headstock has.
      let git = "case \"$3\" in describe) echo abc;; cat-file) exit \(answer);; esac"
      let directory = try TemporaryDirectory()
      let program = try directory.writeProgram(git, named: "git")
      let bin = URL(fileURLWithPath: program).deletingLastPathComponent().path
      let outcome = try bench.run(
        ["accuracy", "--detector", "yin", "--dataset", set.path, "-q"],
        environment: ["PATH": bin + ":" + path])
      #expect(outcome.status == 0)
      #expect(outcome.output.contains(expected), "\(outcome.output.prefix(300))")
    }
  }

  @Test("a merged report of synthetic strings names draws, and comparisons are merged too")
  func mergedTexts() throws {
    let place = try MadeSet()
    let run = ["--detector", "yin", "-q"]
    let string = [
      "synthetic", "--sets", "body", "--draws", "1", "--json", place.path + "/s.json", "-q",
    ]
    #expect(try bench.run(string).status == 0)
    let merged = try bench.run(["merge", place.path + "/s.json", "--targets"])
    #expect(merged.status == 0)
    // One draw is too few to decide on a share.
    #expect(merged.output.contains(" draws\n"))
    #expect(!merged.output.contains("times the recordings"))

    let program = try place.contestant(
      "right", #"awk 'BEGIN { for (i = 1; i <= 20; i++) printf "%.2f,220,0.9\n", i * 0.05 }'"#)
    let compare = ["compare", "--dataset", place.path, "--contestant", program] + run
    let whole = try bench.run(compare)
    for shard in ["1/2", "2/2"] {
      let part = try bench.run(
        compare + ["--shard", shard, "--json", "\(place.path)/\(shard.prefix(1)).json"])
      #expect(part.status == 0)
    }
    let parts = ["merge", place.path + "/2.json", place.path + "/1.json"]
    let joined = try bench.run(parts)
    #expect((joined.status, joined.errors) == (0, ""))
    #expect(joined.output == whole.output)
    #expect(try bench.run(parts + ["--targets"]).status == 2)
  }

  @Test("--window refuses a time that is named twice")
  func windows() throws {
    let outcome = try bench.run(["synthetic", "--sets", "string", "--window", "50,50,100"])
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("names a time twice"), "\(outcome.errors)")
  }
}
