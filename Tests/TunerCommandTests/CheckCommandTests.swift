// SPDX-License-Identifier: MIT

import Acoustics
import Datasets
import Evaluation
import FileStore
import Foundation
import ProgramRunning
import Testing

@Suite("tuner check")
struct CheckCommandTests {
  private let tuner = Program("tuner")

  @Test("ends with 0 when all are in tune, and with 1 when one is out")
  func verdicts() throws {
    // 110 Hz is A2; 83 Hz is 12.4 cents above E2 at 82.407 Hz.
    let files = try TemporaryDirectory(holding: [
      "a.wav": WAVE.floats(WAVE.pluck(110)), "e.wav": WAVE.floats(WAVE.pluck(83)),
    ])
    let (a, e) = (files.path + "/a.wav", files.path + "/e.wav")
    let good = try tuner.run(["check", "-t", "standard", "--tolerance", "2", a])
    #expect(good.status == 0)
    #expect(good.output.contains("string 5 (A2) 0.0"))
    #expect(good.output.hasSuffix("1 of 1 in tune\n"))
    let bad = try tuner.run(["check", "-t", "standard", a, e])
    #expect(bad.status == 1)
    #expect(bad.output.contains("string 6 (E2) +12.4"))
    #expect(bad.output.contains("OUT, sharp"))
    #expect(bad.output.hasSuffix("1 of 2 in tune\n"))
    #expect(try tuner.run(["check", "--tolerance", "13", a, e]).status == 0)
  }

  @Test("check and analyze judge the same note of a string, the last one that was struck")
  func sameNote() throws {
    // 110.8 Hz is 12.5 cents above A2; a vibration in tune, 24 dB softer, follows it.
    let silence = [Float](repeating: 0, count: 48_000)
    let soft = WAVE.pluck(110).map { 0.063 * $0 }
    let files = try TemporaryDirectory(holding: [
      "a.wav": WAVE.floats(WAVE.pluck(110.8) + silence + soft + silence)
    ])
    let path = files.path + "/a.wav"
    let checked = try tuner.run(["check", path])
    #expect(checked.output.contains("string 5 (A2) +12.5"), "\(checked.output)")
    #expect(checked.output.hasSuffix("0 of 1 in tune\n"), "\(checked.output)")
    let json = try tuner.run(["analyze", "-f", "json", path]).output
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((document?["notes"] as? [Any])?.count == 2, "the soft note is heard too")
    let strings = try #require(document?["strings_heard"] as? [[String: Any]])
    let a2 = try #require(strings.first { $0["string"] as? Int == 5 })
    #expect(try abs(#require(a2["cents"] as? Double) - 12.5) < 0.5)
  }

  @Test("records have the true deviation from a locked string, at any distance")
  func farFromLocked() throws {
    // A2 is five semitones, 500 cents, above E2.
    let files = try TemporaryDirectory(holding: ["a.wav": WAVE.floats(WAVE.pluck(110))])
    let path = files.path + "/a.wav"
    for arguments in [
      ["check", "-f", "ndjson"], ["analyze", "-f", "ndjson"],
      ["analyze", "-f", "ndjson", "--frames"],
      ["live", "--no-report", "--input"],
    ] {
      let outcome = try tuner.run(arguments + [path, "--string", "6"])
      let cents = try outcome.output.split(separator: "\n").compactMap { line in
        (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["cents"]
          as? Double
      }
      #expect(!cents.isEmpty && cents.allSatisfy { abs($0 - 500) < 5 }, "\(arguments): \(cents)")
    }
    let json = try tuner.run(["analyze", "-f", "json", path, "--string", "6"]).output
    let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let strings = try #require(document?["strings_heard"] as? [[String: Any]])
    let low = try #require(strings.first { $0["string"] as? Int == 6 })
    #expect(try abs(#require(low["cents"] as? Double) - 500) < 1)
    let labels = try tuner.run(["analyze", "-f", "labels", path, "--string", "6"]).output
    #expect(labels.contains("6:E2 +500.0 c") || labels.contains("6:E2 +499.9 c"), "\(labels)")
  }

  @Test("a note that is near no string, and a recording without a note, are out of tune")
  func noString() throws {
    let files = try TemporaryDirectory(holding: [
      "c.wav": WAVE.floats(WAVE.pluck(130.8128)),
      "silence.wav": WAVE.floats([Float](repeating: 0, count: 48000)),
    ])
    let (c, silence) = (files.path + "/c.wav", files.path + "/silence.wav")
    let strings = try tuner.run(["check", c, silence])
    #expect(strings.status == 1)
    #expect(strings.output.contains("2.0 semitones flat of string 4 (D3)"))
    #expect(strings.output.contains("silence.wav: no note was heard"))
    #expect(try tuner.run(["check", "-t", "chromatic", c]).status == 0)
    #expect(try tuner.run(["check", "-t", "C3 G3 D4 A4", c]).status == 0)
  }

  /// E major over six strings, as in the tests of chords in `tuner analyze`.
  @Test("several strings at once are no note in tune, as for analyze")
  func chord() throws {
    let pitches = [82.4069, 123.4708, 164.8138, 207.6523, 246.9417, 329.6276]
    let strings = pitches.map { WAVE.pluck($0) }
    let sum = strings[0].indices.map { index in
      strings.reduce(Float(0)) { $0 + $1[index] } / Float(strings.count)
    }
    let files = try TemporaryDirectory(holding: ["chord.wav": WAVE.floats(sum)])
    let chord = files.path + "/chord.wav"
    #expect(try tuner.run(["analyze", chord]).output.contains("several strings at once"))
    let checked = try tuner.run(["check", chord])
    #expect(checked.status == 1)
    #expect(checked.output.contains("several strings at once"))
    #expect(checked.output.hasSuffix("0 of 1 in tune\n"))
    let lines = try tuner.run(["check", "-f", "csv", chord]).output
    #expect(lines.contains("chord,"))
    #expect(!lines.contains("inTune"))
    let intonation = try tuner.run(["intonation", chord, "440"])
    #expect(intonation.status != 0)
    #expect(intonation.errors.contains("several strings"))
  }

  @Test("a bad file is reported, the others are checked, and the status is 2")
  func unusable() throws {
    let files = try TemporaryDirectory(holding: [
      "bad.wav": Data("RIFF junk".utf8), "a.wav": WAVE.floats(WAVE.pluck(110)),
    ])
    let outcome = try tuner.run(["check", files.path + "/bad.wav", files.path + "/a.wav"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("bad.wav"))
    #expect(outcome.output.hasSuffix("1 of 1 in tune, 1 file unusable\n"))
  }

  @Test("csv and ndjson have the figures, and -o does not overwrite recordings")
  func machines() throws {
    let files = try TemporaryDirectory(holding: ["a.wav": WAVE.floats(WAVE.pluck(110.2))])
    let path = files.path + "/a.wav"
    let report = files.path + "/report.csv"
    #expect(try tuner.run(["check", "-f", "csv", "-o", report, path]).status == 0)
    let rows = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
    #expect(
      rows.first.map(String.init)
        == "file,verdict,start_s,frequency_hz,note,target,cents,sigma_cents,tolerance_cents"
        + ",target_hz")
    #expect(rows.last?.contains(",inTune,") == true)
    #expect(rows.last?.contains(",A2,5:A2,") == true)
    let lines = try tuner.run(["check", "-f", "ndjson", path])
    #expect(try IndependentReader.rows("ndjson", Data(lines.output.utf8)).count == 2)
    let over = try tuner.run(["check", "-o", path, path])
    #expect(over.status == 2)
    #expect(over.errors.contains("one of the recordings"))
  }

  @Test("directories are searched with --recursive, in order, whatever the number of jobs")
  func recursive() throws {
    let files = try TemporaryDirectory(holding: ["readme.txt": Data("no sound".utf8)])
    let strings: [(name: String, hertz: Double)] = [
      ("a.wav", 110), ("b.wav", 146.8324), ("e.wav", 83), ("g.wav", 195.9977),
    ]
    for (index, string) in strings.enumerated() {
      let directory = files.path + (index.isMultiple(of: 2) ? "/low" : "/low/deep")
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try WAVE.floats(WAVE.pluck(string.hertz)).write(
        to: URL(fileURLWithPath: directory + "/" + string.name))
    }
    let one = try tuner.run(["check", "-f", "csv", "-j", "1", "--recursive", files.path])
    #expect(one.status == 1)
    let names = one.output.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: ",").first.map { String($0.dropFirst(files.path.count)) }
    }
    #expect(names == ["/low/a.wav", "/low/deep/b.wav", "/low/deep/g.wav", "/low/e.wav"])
    for jobs in ["2", "3", "64"] {
      let other = try tuner.run(["check", "-f", "csv", "-j", jobs, "--recursive", files.path])
      #expect(other.output == one.output && other.status == 1)
    }
    // Without the flag a directory is unusable, and one without recordings is so with it.
    let plain = try tuner.run(["check", files.path])
    #expect(plain.status == 2)
    #expect(plain.errors.contains("add --recursive"))
    let empty = try TemporaryDirectory(holding: ["readme.txt": Data("no sound".utf8)])
    let none = try tuner.run(["check", "--recursive", empty.path])
    #expect(none.status == 2)
    #expect(none.errors.contains("no recording in this directory"))
  }

  @Test("-q leaves out warnings, but not errors")
  func quiet() throws {
    var torn = WAVE.floats(WAVE.pluck(110))
    torn.removeLast(4000)
    let files = try TemporaryDirectory(holding: ["torn.wav": torn, "bad.wav": Data("RIFF".utf8)])
    let (path, bad) = (files.path + "/torn.wav", files.path + "/bad.wav")
    let loud = try tuner.run(["check", path])
    #expect(loud.status == 0 && loud.errors.contains("torn.wav"))
    let quiet = try tuner.run(["check", "-q", path])
    #expect(quiet.status == 0 && quiet.errors.isEmpty && quiet.output == loud.output)
    let wrong = try tuner.run(["check", "-q", path, bad])
    #expect(wrong.status == 2 && wrong.errors.contains("bad.wav"))
    #expect(!wrong.errors.contains("torn.wav"))
  }

  @Test(
    "wrong usage ends with 2",
    arguments: [["check"], ["check", "-"], ["check", "", "-q"], ["check", "-j", "0", "a.wav"]])
  func usage(arguments: [String]) throws {
    #expect(try tuner.run(arguments).status == 2)
  }

  /// The manifest's pitches were measured independently of this package, each in one long window.
  @Test(
    "gives each open string of guitarsounds within 2 cents of its reference",
    arguments: ["period", "partial"])
  func recordings(pitch: String) throws {
    let (manifest, library) = try GuitarSounds.installed()
    try #require(manifest.recordings.count == 12)
    let paths = manifest.recordings.map { library.path(of: $0, in: manifest) }
    let outcome = try tuner.run(["check", "--pitch", pitch, "-t", "standard", "-f", "csv"] + paths)
    let rows = outcome.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    try #require(rows.count == 12)
    for (row, recording) in zip(rows, manifest.recordings) {
      let reference = recording.reference
      let measured = try #require(
        pitch == "period" ? reference.period : reference.firstPartial)
      let nominal = 440 * exp2(Double(try #require(reference.nominalNote) - 69) / 12)
      let expected = 1200 * log2(measured.value / nominal)
      let cents = try #require(Double(row[6]))
      #expect(abs(cents - expected) < 2, "\(recording.file): \(cents), reference \(expected)")
      #expect(row[5].hasPrefix("\(recording.string ?? 0):"))
    }
  }
}
