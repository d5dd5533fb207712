// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze: where results go")
struct AnalyzeOutputTests {
  private let tuner = Program("tuner")

  private func directory(_ files: [String: Data]) throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: files)
  }

  @Test("a batch analyses every good file, and ends with 2 if one is bad")
  func batch() throws {
    let files = try directory([
      "good.wav": WAVE.floats(WAVE.pluck(110)), "bad.wav": Data("RIFF junk".utf8),
      "empty.wav": Data(), "also.wav": WAVE.floats(WAVE.pluck(196)),
    ])
    let names = ["good.wav", "bad.wav", "empty.wav", "missing.wav", "also.wav"]
    let outcome = try tuner.run(["analyze"] + (names.map { files.path + "/" + $0 }) + [files.path])
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("string 5 (A2)"))
    #expect(outcome.output.contains("string 3 (G3)"))
    let complaints = outcome.errors.split(separator: "\n")
    try #require(complaints.count == 14)
    // The table: a header, and a row for each recording in its order.
    #expect(
      complaints[4].split(separator: " ")
        == ["recording", "length", "notes", "chords", "note", "cents", "in", "tune"])
    let rows = complaints[5..<11].map { $0.split(separator: /\s{2,}/) }
    for (row, name) in zip(rows, names) { #expect(row[0].hasSuffix(name)) }
    #expect(rows[0].dropFirst().prefix(4) == ["1.5 s", "1", "0", "A2"])
    #expect(rows[0].count == 7 && rows[0][5].contains(" ± ") && rows[0][6] == "yes")
    #expect(rows[1].dropFirst().joined(separator: " ") == "could not be used")
    #expect(complaints[11].hasPrefix("6 recordings, 3.0 s of sound in "))
    #expect(complaints[12...] == ["  2 with a pitch", "  4 could not be used"])
    #expect(complaints.prefix(4).allSatisfy { $0.hasPrefix("tuner: \(files.path)") })
  }

  @Test("a recording that is missing or empty, and a directory, name the remedy")
  func remedies() throws {
    let files = try directory(["empty.wav": Data()])
    let rows = [
      ("/missing.wav", "no such file. Check its name and directory"),
      ("/empty.wav", "not an audio file (it is empty). Record it again, or name another"),
      ("", "is a directory. Name the recordings in it, or add --recursive"),
    ]
    for command in ["analyze", "check"] {
      for (name, text) in rows {
        let outcome = try tuner.run([command, files.path + name])
        #expect(outcome.status == 2)
        #expect(outcome.errors == "tuner: \(files.path + name): \(text)\n")
      }
    }
  }

  @Test(
    "no file is written if no recording can be used",
    arguments: [
      ["analyze", "--html", "page.html", "none.wav"],
      ["analyze", "--html", "page.html", "none.wav", "gone.wav"],
      ["analyze", "-f", "csv", "-o", "one.csv", "none.wav"],
      ["analyze", "-f", "csv", "-o", "all.csv", "none.wav", "gone.wav"],
      ["analyze", "-f", "csv", "-o", "one.csv", "."],
      ["check", "-f", "csv", "-o", "check.csv", "none.wav"],
      ["check", "-o", "check.txt", "none.wav", "gone.wav"],
    ])
  func nothingUsable(arguments: [String]) throws {
    let files = try directory([:])
    let outcome = try Program(path: "/bin/sh").run(
      ["-c", #"cd "$1" && shift && exec "$0" "$@""#, tuner.path, files.path] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == [])
  }

  @Test("-o writes one complete file, or one file for each recording in a directory")
  func output() throws {
    let files = try directory([
      "a.wav": WAVE.floats(WAVE.pluck(110)), "b.wav": WAVE.floats(WAVE.pluck(196)),
    ])
    let (a, b) = (files.path + "/a.wav", files.path + "/b.wav")
    let one = try tuner.run(["analyze", "-f", "csv", "-o", files.path + "/one.csv", a])
    #expect(one.status == 0)
    #expect(one.output == "")
    let text = try String(contentsOfFile: files.path + "/one.csv", encoding: .utf8)
    #expect(text.hasPrefix("start_s,"))
    let both = try tuner.run(["analyze", "-f", "csv", "-o", files.path + "/out", a, b])
    #expect(both.status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path + "/out")
    #expect(names.sorted() == ["a.csv", "b.csv"])
    let full = try tuner.run(["analyze", "-f", "csv", "-o", "/dev/full", a])
    #expect(full.status == 2)
    #expect(full.errors.contains("/dev/full"))
  }

  @Test("-f csv -o FILE.csv makes one table of several recordings, with the verdict on each note")
  func table() throws {
    // 111 Hz is 15.7 cents above A2.
    let files = try directory([
      "a.wav": WAVE.floats(WAVE.pluck(110)), "b.wav": WAVE.floats(WAVE.pluck(111)),
      "bad.wav": Data("RIFF junk".utf8), "sub.wav": WAVE.floats(WAVE.pluck(196)),
    ])
    let paths = ["a.wav", "b.wav", "bad.wav", "sub.wav"].map { files.path + "/" + $0 }
    let place = files.path + "/all.csv"
    for jobs in ["1", "3"] {
      let outcome = try tuner.run(["analyze", "-j", jobs, "-f", "csv", "-o", place] + paths)
      #expect(outcome.status == 2 && outcome.output == "", "\(outcome.errors)")
      let rows = try IndependentReader.rows("csv", Data(contentsOf: URL(fileURLWithPath: place)))
      #expect(rows.map { $0["file"] as? String } == [paths[0], paths[1], paths[3]])
      #expect(rows.map { $0["note"] as? String } == ["A2", "A2", "G3"])
      #expect(rows.map { $0["in_tune"] as? String } == ["true", "false", "true"])
      let cents = rows.map { Double($0["cents"] as? String ?? "") ?? .nan }
      // 1200 log2 of the ratio, by hand: 111 / 110 and 196 / 195.998.
      for (found, expected) in zip(cents, [0, 15.667, 0.02]) { #expect(abs(found - expected) < 1) }
      #expect(rows.allSatisfy { Double($0["sigma_cents"] as? String ?? "") != nil })
    }
    // A shard has the same table. One worker keeps the order of the list.
    let run = files.path + "/run"
    _ = try tuner.run(["analyze", "-j", "1", "-q", "-f", "csv", "--batch", run] + paths)
    #expect(
      try String(contentsOfFile: run + "/0001-of-0001.csv", encoding: .utf8)
        == String(contentsOfFile: place, encoding: .utf8))
    let skipping = try tuner.run(
      ["analyze", "--skip-existing", "-f", "csv", "-o", place] + paths)
    #expect(skipping.status == 2 && skipping.errors.contains("one table"))
  }

  @Test(
    "never overwrites a recording under any of its names",
    arguments: ["take.wav", "link.wav", "hard.wav"])
  func sparesRecordings(name: String) throws {
    let data = WAVE.floats(WAVE.pluck(110))
    let files = try directory(["take.wav": data])
    let take = files.path + "/take.wav"
    try FileManager.default.createSymbolicLink(
      atPath: files.path + "/link.wav", withDestinationPath: "take.wav")
    try FileManager.default.linkItem(atPath: take, toPath: files.path + "/hard.wav")
    let outcome = try tuner.run(["analyze", "-o", files.path + "/" + name, take])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("one of the recordings"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: take)) == data)
  }

  @Test("never overwrites a recording in the output directory")
  func sparesRecordingsInDirectory() throws {
    let data = WAVE.floats(WAVE.pluck(110))
    let files = try directory(["a.csv": data, "b.wav": data])
    let (a, b) = (files.path + "/a.csv", files.path + "/b.wav")
    let outcome = try tuner.run(["analyze", "-f", "csv", "-o", files.path, a, b])
    #expect(outcome.status == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: a)) == data)
    #expect(!FileManager.default.fileExists(atPath: files.path + "/b.csv"))
  }

  @Test("refuses two recordings of one name in one directory, and a file as the directory")
  func refusesPlaces() throws {
    let data = WAVE.floats(WAVE.pluck(110))
    let files = try directory(["take.wav": data, "take.flac": data, "file": Data()])
    let names = ["take.wav", "take.flac"].map { files.path + "/" + $0 }
    let same = try tuner.run(["analyze", "-f", "csv", "-o", files.path + "/out"] + names)
    #expect(same.status == 2)
    #expect(same.errors.contains("would both be written"))
    let file = try tuner.run(["analyze", "-f", "csv", "-o", files.path + "/file"] + names)
    #expect(file.status == 2)
    #expect(file.errors.contains("not a directory"))
  }

  @Test("a closed pipe does not end what goes to files: page, picture, practice")
  func closedPipeWithFiles() throws {
    let data = WAVE.floats(WAVE.pluck(110))
    let files = try directory(["a.wav": data, "b.wav": data])
    let names = ["a.wav", "b.wav"].map { files.path + "/" + $0 }
    let run = { (options: [String], reader: Program.Reader) in
      try tuner.run(
        ["analyze", "-q"] + options, environment: ["XDG_DATA_HOME": files.path + "/data"],
        reader: reader)
    }
    var pages: [Data] = []
    for reader in [Program.Reader.patient, .gone] {
      let page = files.path + "/page.html"
      let outcome = try run(["--html", page, "--strum"] + names, reader)
      #expect(outcome.status == 0 && outcome.errors == "")
      pages.append(try Data(contentsOf: URL(fileURLWithPath: page)))
      try FileManager.default.removeItem(atPath: page)
    }
    #expect(pages[0] == pages[1])
    let picture = files.path + "/picture.svg"
    #expect(try run(["--frames", "-f", "csv", "--plot", picture, names[0]], .gone).status == 0)
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg"))
    #expect(try run(["--practice", names[0]], .gone).status == 0)
    #expect(FileManager.default.fileExists(atPath: files.path + "/data/headstock/practice/journal"))
    // An unusable recording is an error, whether anybody reads or not.
    #expect(try run(["--html", picture + ".html", names[0], "none.wav"], .gone).status == 2)
  }

  @Test("a page that is not completed leaves no folder of sounds")
  func noHalfPage() throws {
    let data = WAVE.floats(WAVE.pluck(110))
    let files = try directory(["a.wav": data, "b.wav": data])
    let outcome = try Program(path: "/bin/sh").run([
      "-c", #"exec "$@" > /dev/full"#, "sh", tuner.path, "analyze", "-j", "1", "--html",
      files.path + "/page.html", files.path + "/a.wav", files.path + "/b.wav",
    ])
    #expect(outcome.status == 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
    #expect(names.sorted() == ["a.wav", "b.wav"])
  }

  @Test("a closed pipe ends with 0 and no message")
  func closedPipe() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110))])
    for format in ["csv", "ndjson"] {
      let arguments = ["analyze", "--frames", "-f", format, files.path + "/take.wav"]
      let outcome = try tuner.run(arguments, reader: .gone)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }
  }

  @Test("two outputs to one file under any names are refused, and nothing is written")
  func sharedOutput() throws {
    let files = try TemporaryDirectory(holding: ["a.wav": WAVE.floats(WAVE.pluck(110))])
    let out = files.path + "/out.svg"
    let link = files.path + "/link.svg"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "out.svg")
    for (words, says) in [
      (["-f", "csv", "-o", out, "--html", out], "-o and --html"),
      (["-o", out, "--plot", files.path + "/./out.svg"], "-o and --plot"),
      (["--plot", link, "--html", out], "--plot and --html"),
    ] {
      let outcome = try tuner.run(["analyze", files.path + "/a.wav"] + words)
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(outcome.errors.contains("\(says) need two files"), "\(outcome.errors)")
      #expect(!FileManager.default.fileExists(atPath: out))
    }
    // A device takes both.
    let both = ["analyze", "-o", "/dev/null", "--html", "/dev/null", files.path + "/a.wav"]
    #expect(try tuner.run(both).status == 0)
  }
}
