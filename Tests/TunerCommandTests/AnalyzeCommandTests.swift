// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import TestSignals
import Testing

@Suite("tuner analyze")
struct AnalyzeCommandTests {
  private let tuner = Program("tuner")
  private let columns =
    "time_s,frequency_hz,confidence,sigma_cents,note,octave,midi,cents,target,state,level_dbfs,"
    + "inharmonicity"

  private func directory(_ files: [String: Data]) throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: files)
  }

  @Test("tells a person the string and the cents")
  func text() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(111))])
    let outcome = try tuner.run(["analyze", files.path + "/take.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("string 5 (A2): +15.7"))
    #expect(outcome.output.contains("slightly sharp"))
  }

  @Test("names the way to the nearest string when none is meant, and any note when asked to")
  func farFromStrings() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(130.8128))])
    let path = files.path + "/take.wav"
    let strings = try tuner.run(["analyze", path])
    #expect(strings.output.contains("no string near: 2.0 semitones flat of string 4 (D3)"))
    let chromatic = try tuner.run(["analyze", "-t", "chromatic", path])
    #expect(chromatic.output.contains("C3: 0.0 ±"))
    #expect(chromatic.output.contains("in tune"))
    let frames = try tuner.run(["analyze", "--frames", path])
    #expect(frames.output.contains("C3     130.81 Hz"))
  }

  @Test("compares with any tuning, temperament, capo and locked string, in any language")
  func targets() throws {
    let files = try directory([
      "c.wav": WAVE.floats(WAVE.pluck(130.8128)), "b.wav": WAVE.floats(WAVE.pluck(246.9417)),
      "octave.wav": WAVE.floats(WAVE.pluck(220.5)),
    ])
    let (c, b) = (files.path + "/c.wav", files.path + "/b.wav")
    let says = { (arguments: [String]) in try tuner.run(["analyze"] + arguments).output }
    #expect(try says(["-t", "drop_c", c]).contains("no string near") == false)
    #expect(try says(["-t", "drop_c", c]).contains("string 4 (C3): 0.0"))
    #expect(try says(["-t", "C3 G3 D4 A4", c]).contains("string 4 (C3): 0.0"))
    #expect(try says(["--capo", "3", c]).contains("string 5 (C3): 0.0"))
    #expect(try says(["--string", "4", c]).contains("2.0 semitones flat of string 4 (D3)"))
    #expect(try says(["--notation", "german", b]).contains("string 2 (H3): 0.0"))
    #expect(try says(["--notation", "solfege", "-t", "chromatic", b]).contains("Si3: 0.0"))
    // 9/8 above A is 203.9 cents, and the equal B 200.
    #expect(try says(["--temperament", "just:A", b]).contains("string 2 (B3): -3.9"))
    #expect(try says(["--temperament", "equal:19", "-t", "chromatic", b]).contains("/19:"))
    let octave = try says([files.path + "/octave.wav"])
    #expect(octave.contains("12th-fret harmonic of string 5 (A2): +3.9 cents"))
    let header = try says(["-f", "ndjson", "--capo", "3", "--temperament", "just", c])
    #expect(
      header.contains(
        #""tuning":"standard","strings":"G2 C3 F3 A#3 D4 G4","temperament":"just","capo":3"#))
  }

  @Test("csv frames have the contract's columns, one row an update, and the same bytes twice")
  func csvFrames() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110))])
    let arguments = ["analyze", "--frames", "--format", "csv", files.path + "/take.wav"]
    let outcome = try tuner.run(arguments)
    #expect(outcome.status == 0)
    let rows = outcome.output.split(separator: "\n").map(String.init)
    try #require(rows.count == 1 + 30)  // 1.5 s at 20 Hz
    #expect(rows[0] == columns)
    // 0.05 s: digital silence, so neither a pitch nor a level.
    #expect(rows[1] == "0.05,,0,,,,,,,silent,,")
    let cells = rows[30].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    try #require(cells.count == 12)
    #expect(cells[0] == "1.5")
    #expect(try abs(#require(Double(cells[1])) - 110) < 0.01)
    #expect(Array(cells[4...6]) == ["A", "2", "45"])
    #expect(cells[8] == "5:A2")
    #expect(cells[9] == "inTune")
    #expect(try tuner.run(arguments).output == outcome.output)
  }

  @Test("ndjson frames are compact, keys in order, null for none, behind one line of context")
  func ndjsonFrames() throws {
    let name = "a \"quoted\"\nname.wav"
    let files = try directory([name: WAVE.floats(WAVE.pluck(110))])
    let path = files.path + "/" + name
    let outcome = try tuner.run(["analyze", "--frames", "-f", "ndjson", path])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 1 + 30)
    #expect(lines[0].hasPrefix(#"{"schema":"tuner.frames/1","file":""#))
    let context = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
    #expect(context?["file"] as? String == path)
    #expect(context?["sample_rate_hz"] as? Int == 48000)
    #expect(context?["rate_hz"] as? Int == 20)
    #expect(context?["a4_hz"] as? Int == 440)
    #expect(context?["tuning"] as? String == "standard")
    #expect(context?["pitch"] as? String == "partial")
    #expect(context?["engine"] is String)
    #expect(
      lines[1] == #"{"time_s":0.05,"frequency_hz":null,"confidence":0,"sigma_cents":null,"#
        + #""note":null,"octave":null,"midi":null,"cents":null,"target":null,"state":"silent","#
        + #""level_dbfs":null,"inharmonicity":null}"#)
    for line in lines.dropFirst() {
      let keys = line.matches(of: #/"([a-z0-9_]+)":/#).map { String($0.1) }
      #expect(keys.joined(separator: ",") == columns)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test("notes have the contract's columns")
  func notes() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(82.41))])
    let outcome = try tuner.run(["analyze", "--notes", "-f", "csv", files.path + "/take.wav"])
    let rows = outcome.output.split(separator: "\n").map(String.init)
    try #require(rows.count == 2)
    #expect(
      rows[0] == "start_s,end_s,frequency_hz,midi,note,cents,target,sigma_cents,confidence,"
        + "inharmonicity,onset_level_dbfs,polyphonic,articulation,glide_cents,vibrato_hz,"
        + "vibrato_cents")
    #expect(rows[1].contains(",40,E2,"))
  }

  @Test("the rate is exact and decimal, and the reference moves the cents")
  func settings() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110), rate: 44100)])
    let path = files.path + "/take.wav"
    let outcome = try tuner.run([
      "analyze", "--frames", "-f", "csv", "--rate", "59.94", "--a4", "432", "-t", "chromatic", path,
    ])
    let rows = outcome.output.split(separator: "\n").dropFirst().map(String.init)
    // ⌊1.5·48000/44100 s · 59.94⌋ = 97 updates; the first after ⌊44100/59.94⌋ = 735 samples.
    #expect(rows.count == 97)
    #expect(rows[0].hasPrefix("\(735.0 / 44100),"))
  }

  @Test("reads standard input, and an environment that a flag overrides")
  func standardInput() throws {
    let data = WAVE.floats(WAVE.pluck(110))
    let arguments = ["analyze", "--frames", "-f", "csv", "-"]
    let slow = try tuner.run(arguments, input: data, environment: ["TUNER_RATE": "10"])
    #expect(slow.output.split(separator: "\n").count == 1 + 15)
    let flagged = try tuner.run(
      arguments + ["--rate", "40"], input: data, environment: ["TUNER_RATE": "10"])
    #expect(flagged.output.split(separator: "\n").count == 1 + 60)
    let table = try tuner.run(
      ["analyze", "--print-config", "--a4", "441"], environment: ["TUNER_RATE": "10"])
    #expect(table.output.contains("a4           441          flag\n"))
    #expect(table.output.contains("rate         10           TUNER_RATE\n"))
    #expect(table.output.contains("tuning       standard     default\n"))
  }

  @Test("--hysteresis keeps a state at its edge, and 0 is the contract's table")
  func hysteresis() throws {
    // A2 gliding from 8 to 12 cents above: in tune up to 10, and with a margin of 3 up to 13.
    let rate = 48_000.0
    var phase = 0.0
    let samples = (0..<Int(3 * rate)).map { index -> Float in
      let cents = 8 + 4 * Double(index) / (3 * rate)
      phase += 2 * .pi * 110 * exp2(cents / 1200) / rate
      return Float(0.3 * sin(phase) + 0.1 * sin(2 * phase) + 0.05 * sin(3 * phase))
    }
    let data = WAVE.floats(samples)
    let states = { (margin: String) -> Set<String> in
      let run = try tuner.run(
        ["analyze", "--frames", "-f", "csv", "--hysteresis", margin, "-"], input: data)
      return Set(
        run.output.split(separator: "\n").dropFirst(11).map {
          String($0.split(separator: ",", omittingEmptySubsequences: false)[9])
        })
    }
    #expect(try states("0") == ["inTune", "slightlySharp"])
    #expect(try states("3") == ["inTune"])
    let refused = try tuner.run(["analyze", "--hysteresis", "6", "-"], input: data)
    #expect(refused.status == 2 && refused.errors.contains("--hysteresis"))
  }

  @Test("a batch does every good file and ends with 2 for a bad one")
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
    #expect(complaints[4].split(separator: " ") == ["recording", "length", "notes", "chords"])
    let rows = complaints[5..<11].map { $0.split(separator: /\s{2,}/) }
    for (row, name) in zip(rows, names) { #expect(row[0].hasSuffix(name)) }
    #expect(rows[0].dropFirst() == ["1.5 s", "1", "0"])
    #expect(rows[1].dropFirst().joined(separator: " ") == "could not be used")
    #expect(complaints[11].hasPrefix("6 recordings, 3.0 s of sound in "))
    #expect(complaints[12...] == ["  2 with a pitch", "  4 could not be used"])
    #expect(complaints.prefix(4).allSatisfy { $0.hasPrefix("tuner: \(files.path)") })
  }

  @Test("-o writes a file whole, and one file each into a directory")
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

  @Test(
    "never writes over a recording, by whatever name it is called",
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

  @Test("never writes over a recording in the directory of several")
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

  @Test("a closed pipe ends quietly with 0")
  func closedPipe() throws {
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110))])
    for format in ["csv", "ndjson"] {
      let arguments = ["analyze", "--frames", "-f", format, files.path + "/take.wav"]
      let outcome = try tuner.run(arguments, reader: .gone)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
    }
  }

  @Test(
    "rubbish in the environment is refused under the variable's name",
    arguments: ["TUNER_A4", "TUNER_RATE", "TUNER_TOLERANCE", "TUNER_MIN_HZ", "TUNER_TUNING"])
  func rubbishInEnvironment(variable: String) throws {
    let outcome = try tuner.run(["analyze", "x.wav"], environment: [variable: "0x1B8 rubbish"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(variable))
  }

  @Test("a channel that is not there is refused, and one that is there is listened to")
  func channels() throws {
    // Left is A2, right is G3, sample by sample.
    let (left, right) = (WAVE.pluck(110), WAVE.pluck(196))
    let files = try directory([
      "two.wav": WAVE.floats(zip(left, right).flatMap { [$0, $1] }, channels: 2)
    ])
    let path = files.path + "/two.wav"
    #expect(try tuner.run(["analyze", "--channel", "1", path]).output.contains("A2"))
    #expect(try tuner.run(["analyze", "--channel", "2", path]).output.contains("G3"))
    let third = try tuner.run(["analyze", "--channel", "3", path])
    #expect(third.status == 2)
    #expect(third.errors.contains("3"))
  }

  @Test("a pitch too short for a note is a pitch")
  func shortPitch() throws {
    // A string that sounds for 130 ms behind a quarter second of silence, damped with the last sample:
    // a clear reading or two, which do not yet agree for long enough.
    let files = try directory(["take.wav": WAVE.floats(WAVE.pluck(110, seconds: 0.38))])
    let path = files.path + "/take.wav"
    let (notes, frames) = (
      try tuner.run(["analyze", path]), try tuner.run(["analyze", "--frames", path])
    )
    #expect(notes.output.contains("too short for a note"))
    #expect(notes.status == 0)
    #expect(frames.status == 0)
  }

  struct Usage: CustomTestStringConvertible {
    let arguments: [String]
    let complaint: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  static let usages = [
    Usage(arguments: ["analyze"], complaint: "Name a recording"),
    Usage(arguments: ["analyze", "--no-such-flag", "x.wav"], complaint: "--no-such-flag"),
    Usage(arguments: ["analyze", "--a4", "300", "x.wav"], complaint: "390"),
    Usage(arguments: ["analyze", "--a4", "nan", "x.wav"], complaint: "--a4"),
    Usage(arguments: ["analyze", "--rate", "0", "x.wav"], complaint: "1 to 1000"),
    Usage(arguments: ["analyze", "--rate", "1001", "x.wav"], complaint: "1 to 1000"),
    Usage(arguments: ["analyze", "--tolerance", "21", "x.wav"], complaint: "0.5"),
    Usage(arguments: ["analyze", "--min-hz", "500", "--max-hz", "400", "x.wav"], complaint: "500"),
    Usage(arguments: ["analyze", "-t", "nonsense", "x.wav"], complaint: "chromatic"),
    Usage(arguments: ["analyze", "-f", "xml", "x.wav"], complaint: "ndjson"),
    Usage(arguments: ["analyze", "-f", "csv", "x.wav", "y.wav"], complaint: "-o"),
    Usage(arguments: ["analyze", "-f", "midi", "x.wav", "y.wav"], complaint: "-o"),
    Usage(arguments: ["analyze", "-f", "midi", "--frames", "x.wav"], complaint: "--frames"),
    Usage(arguments: ["analyze", "--plot", "x.gif", "x.wav"], complaint: ".png"),
    Usage(arguments: ["analyze", "--plot", "x.svg", "x.wav", "y.wav"], complaint: "--html"),
    Usage(arguments: ["analyze", "--skip-existing", "x.wav"], complaint: "-o"),
    Usage(arguments: ["analyze", "-j", "0", "x.wav"], complaint: "-j"),
    Usage(arguments: ["analyze", "-q", "-v", "x.wav"], complaint: "-v"),
    Usage(arguments: ["analyze", "-0", "-"], complaint: "-0"),
    Usage(arguments: ["analyze", "-0"], complaint: "NUL"),
    Usage(arguments: ["analyze", "--frames", "--notes", "x.wav"], complaint: "not both"),
    Usage(
      arguments: ["analyze", "--smooth", "--detector", "yin", "x.wav"],
      complaint: "--detector engine"),
    Usage(arguments: ["analyze", "-", "-"], complaint: "once"),
    Usage(arguments: ["analyze", "--channel", "0", "x.wav"], complaint: "from 1"),
    Usage(arguments: ["analyze", ""], complaint: "empty"),
    Usage(arguments: ["analyze", "-o", "", "x.wav"], complaint: "empty"),
    Usage(arguments: ["analyze", "-o", "-", "x.wav"], complaint: "not a place"),
    Usage(arguments: ["analyze", "--min-hz", "0.001", "x.wav"], complaint: "--min-hz"),
    Usage(arguments: ["analyze", "--a4", "0x1B8", "x.wav"], complaint: "--a4"),
    Usage(arguments: ["no-such-command"], complaint: "no-such-command"),
  ]

  @Test("wrong usage ends with 2 and says what is wrong in two lines at most", arguments: usages)
  func wrongUsage(usage: Usage) throws {
    let outcome = try tuner.run(usage.arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.hasPrefix("tuner: "))
    #expect(outcome.errors.contains(usage.complaint))
    #expect(outcome.errors.split(separator: "\n").count <= 2)
  }

  @Test("silence and noise end with 1: no pitch was found")
  func noPitch() throws {
    var numbers = SplitMix64(seed: 1)
    let white = (0..<96000).map { _ in Float.random(in: -0.3...0.3, using: &numbers) }
    let files = try directory([
      "silence.wav": WAVE.floats([Float](repeating: 0, count: 48000)),
      "white.wav": WAVE.floats(white),
    ])
    for arguments in [["analyze"], ["analyze", "--frames", "-f", "csv"]] {
      for name in ["silence.wav", "white.wav"] {
        #expect(try tuner.run(arguments + [files.path + "/" + name]).status == 1, "\(name)")
      }
    }
  }

  @Test("samples that are not numbers are reported, and the rest is heard")
  func notANumber() throws {
    var samples = WAVE.pluck(110)
    samples[20000] = .nan
    samples[20001] = .infinity
    let files = try directory(["take.wav": WAVE.floats(samples)])
    let outcome = try tuner.run(["analyze", files.path + "/take.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("string 5 (A2)"))
    #expect(outcome.errors.contains("2 samples are not a number"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("a header that promises more than the file holds is reported, and what is there is heard")
  func truncated() throws {
    let data = WAVE.floats(WAVE.pluck(110), promising: 480_000)
    let files = try directory(["take.wav": data])
    let outcome = try tuner.run(["analyze", files.path + "/take.wav"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("string 5 (A2)"))
    #expect(outcome.errors.contains("480000"))
    let quiet = try tuner.run(["analyze", "-q", files.path + "/take.wav"])
    #expect(quiet.errors == "")
  }

  @Test("names with control characters can't write to the terminal")
  func escapes() throws {
    let outcome = try tuner.run(["analyze", "no\u{1B}[2Jfile\n.wav"])
    #expect(outcome.status == 2)
    #expect(!outcome.errors.contains("\u{1B}"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains(#"\x1b"#))
  }

  @Test("help goes to standard output with 0, examples included")
  func help() throws {
    let outcome = try tuner.run(["analyze", "--help"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("EXAMPLES"))
    #expect(try tuner.run(["--version"]).output.wholeMatch(of: #/\d+\.\d+\.\d+\n/#) != nil)
  }
}
