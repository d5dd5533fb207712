// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze: many recordings")
struct AnalyzeBatchTests {
  private let tuner = Program("tuner")

  private func tree() throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: [
      "set/b.wav": WAVE.floats(WAVE.pluck(110)), "set/a/take.wav": WAVE.floats(WAVE.pluck(196)),
      "set/a/deep/take.WAV": WAVE.floats(WAVE.pluck(82.41)), "set/.hidden/x.wav": Data("no".utf8),
      "set/notes.txt": Data("no".utf8), "none/notes.txt": Data("no".utf8),
    ])
  }

  @Test("--recursive takes only the recordings of a directory, in the order of their names")
  func recursive() throws {
    let files = try tree()
    let outcome = try tuner.run(["analyze", "--recursive", files.path + "/set"])
    #expect(outcome.status == 0)
    let names = outcome.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(names == ["a/deep/take.WAV", "a/take.wav", "b.wav"].map { files.path + "/set/" + $0 })
    let plain = try tuner.run(["analyze", files.path + "/set"])
    #expect(plain.status == 2)
    let empty = try tuner.run(["analyze", "--recursive", files.path + "/none"])
    #expect(empty.status == 2)
    #expect(empty.errors.contains("no recording in this directory"))
  }

  @Test("-o repeats the directory tree, so that files of equal names do not collide")
  func mirrors() throws {
    let files = try tree()
    let out = files.path + "/out"
    let outcome = try tuner.run([
      "analyze", "--recursive", "-f", "csv", "-o", out, files.path + "/set",
    ])
    #expect(outcome.status == 0)
    for name in ["b.csv", "a/take.csv", "a/deep/take.csv"] {
      #expect(FileManager.default.fileExists(atPath: out + "/" + name), "\(name)")
    }
  }

  @Test("a cycle of links to directories ends")
  func links() throws {
    let files = try tree()
    try FileManager.default.createSymbolicLink(
      atPath: files.path + "/set/a/loop", withDestinationPath: "..")
    let outcome = try tuner.run(["analyze", "--recursive", files.path + "/set"])
    #expect(outcome.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.count == 3)
  }

  @Test("-0 reads names from standard input, also names with line ends")
  func namesFromInput() throws {
    let name = "two\nlines.wav"
    let files = try TemporaryDirectory(holding: [
      name: WAVE.floats(WAVE.pluck(110)), "b.wav": WAVE.floats(WAVE.pluck(196)),
    ])
    let list = Data((files.path + "/" + name + "\0" + files.path + "/b.wav\0").utf8)
    let outcome = try tuner.run(["analyze", "-0"], input: list)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#"two\x0alines.wav: 1.5 s"#))
    #expect(outcome.output.contains("b.wav: 1.5 s"))
  }

  @Test("the output is the same for every -j", arguments: ["text", "ndjson", "json", "labels"])
  func sameForAllJobs(format: String) throws {
    // The lengths differ strongly, so that later recordings finish first.
    let lengths = [8.0, 0.6, 1.5, 0.4, 3, 0.5]
    let files = try TemporaryDirectory(
      holding: Dictionary(
        uniqueKeysWithValues: lengths.enumerated().map { index, seconds in
          ("\(index).wav", WAVE.floats(WAVE.pluck(110 + 20 * Double(index), seconds: seconds)))
        } + [("6.wav", Data("junk".utf8))]))
    let names = (0...6).map { files.path + "/\($0).wav" }
    let frames = format == "text" ? [] : ["--frames"]
    let outcomes = try ["1", "2", "5"].map { jobs in
      try tuner.run(["analyze", "-j", jobs, "-f", format] + frames + names)
    }
    let complaints = outcomes.map { $0.errors.split(separator: "\n").first.map(String.init) }
    for (outcome, complaint) in zip(outcomes, complaints) {
      #expect(outcome.output == outcomes[0].output)
      #expect(complaint == complaints[0])
      #expect(outcome.status == 2)
    }
    #expect(!outcomes[0].output.isEmpty)
  }

  @Test("--skip-existing writes the missing files and does not change the others")
  func skipsExisting() throws {
    let files = try tree()
    let out = files.path + "/out"
    let arguments = [
      "analyze", "--recursive", "--skip-existing", "-f", "jams", "-o", out, files.path + "/set",
    ]
    _ = try tuner.run(arguments)
    try files.write(Data("mine".utf8), to: "out/b.jams")
    try FileManager.default.removeItem(atPath: out + "/a/take.jams")
    let again = try tuner.run(arguments)
    #expect(again.status == 0)
    #expect(again.errors.contains("2 done before"))
    #expect(again.errors.contains("1 with a pitch"))
    #expect(try String(contentsOfFile: out + "/b.jams", encoding: .utf8) == "mine")
    #expect(FileManager.default.fileExists(atPath: out + "/a/take.jams"))
  }

  @Test("--batch counts a recording that is named again as that, and not as done before")
  func namedAgain() throws {
    let files = try tree()
    let name = files.path + "/set/b.wav"
    let arguments = ["analyze", "--batch", files.path + "/run"] + [name, name, name]
    let outcome = try tuner.run(arguments)
    #expect(outcome.errors.contains(": 1 recording analysed"), "\(outcome.errors)")
    #expect(outcome.errors.contains("; 2 named again\n"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("done before"))
    let again = try tuner.run(arguments + ["--resume"])
    #expect(again.errors.contains("; 1 done before; 2 named again\n"), "\(again.errors)")
  }

  @Test("a closed pipe and a full disk end a batch with any number of jobs")
  func ends() throws {
    let files = try tree()
    for jobs in ["1", "3"] {
      let arguments = ["analyze", "-j", jobs, "--recursive", "-f", "ndjson", files.path + "/set"]
      let gone = try tuner.run(arguments, reader: .gone)
      #expect(gone.status == 0)
      #expect(gone.errors == "")
    }
    let full = try tuner.run([
      "analyze", "-f", "midi", "-o", "/dev/full", files.path + "/set/b.wav",
    ])
    #expect(full.status == 2)
    #expect(full.errors.contains("/dev/full"))
  }

  @Test(
    "an existing output file is unchanged if the recording can't be read to its end",
    arguments: ["json", "jams", "svl", "midi", "labels"])
  func keepsOldResult(format: String) throws {
    let files = try TemporaryDirectory(holding: [
      "bad.wav": Data("RIFF junk".utf8), "result": Data("before".utf8),
    ])
    let outcome = try tuner.run([
      "analyze", "-f", format, "-o", files.path + "/result", files.path + "/bad.wav",
    ])
    #expect(outcome.status == 2)
    #expect(try String(contentsOfFile: files.path + "/result", encoding: .utf8) == "before")
  }

  @Test("-v prints the cost of each recording, and -q nothing")
  func verbosity() throws {
    let files = try tree()
    let path = files.path + "/set/b.wav"
    let verbose = try tuner.run(["analyze", "-v", path])
    #expect(verbose.errors.contains("1.5 s of sound in"))
    #expect(verbose.errors.contains("times that"))
    #expect(try tuner.run(["analyze", "-q", path, path]).errors == "")
  }

  @Test("a result whose name is too long fails alone")
  func longName() throws {
    let sound = WAVE.floats(WAVE.pluck(110, seconds: 0.5))
    let long = String(repeating: "n", count: 250)
    let files = try TemporaryDirectory(holding: [
      "in/\(long).wav": sound, "in/a.wav": sound, "in/z.wav": sound,
    ])
    let outcome = try tuner.run([
      "analyze", "--recursive", "-f", "labels", "-o", files.path + "/out", files.path + "/in",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\(long).wav: "))
    #expect(outcome.errors.contains("File name too long"))
    let made = try FileManager.default.contentsOfDirectory(atPath: files.path + "/out").sorted()
    #expect(made == ["a.labels.txt", "z.labels.txt"])
  }

  @Test("--shard and --files-from part an analysis without --batch, too")
  func shards() throws {
    let files = try tree()
    let names = ["a/take.wav", "b.wav", "a/deep/take.WAV"].map { files.path + "/set/" + $0 }
    let list = try files.write(Data(names.joined(separator: "\n").utf8), to: "list")
    let parts = try (1...3).map { number in
      try tuner.run([
        "analyze", "-f", "ndjson", "--files-from", list, "--shard", "\(number)/3",
      ]).output
    }
    let whole = try tuner.run(["analyze", "-f", "ndjson"] + names).output.split(separator: "\n")
    #expect(whole.count > names.count)
    #expect(parts.joined().split(separator: "\n").sorted() == whole.sorted())
  }

  @Test("a shard without a recording ends with 0 and says so")
  func emptyShard() throws {
    let files = try tree()
    let name = files.path + "/set/b.wav"
    let outcomes = try (1...2).map { number in
      try tuner.run(["analyze", "-f", "ndjson", name, "--shard", "\(number)/2"])
    }
    #expect(outcomes.filter { $0.output.isEmpty }.count == 1)
    let empty = try #require(outcomes.first { $0.output.isEmpty })
    #expect(empty.status == 0)
    #expect(empty.errors.hasSuffix("of 2 holds none of the recordings\n"))
  }
}
