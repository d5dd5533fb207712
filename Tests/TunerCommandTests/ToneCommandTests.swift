// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner tone")
struct ToneCommandTests {
  private let tuner = Program("tuner")

  /// Hears a file chromatically and returns its notes as (frequency, note).
  private func notes(_ path: String, _ flags: [String] = []) throws -> [(Double, String)] {
    let outcome = try tuner.run(["analyze", "-t", "chromatic", "-f", "csv"] + flags + [path])
    return outcome.output.split(separator: "\n").dropFirst().map { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return (Double(cells[2]) ?? 0, cells[4])
    }
  }

  @Test(
    "plays the requested note in the selected reference pitch and temperament",
    arguments: ["pluck", "sine"])
  func note(wave: String) throws {
    let files = try TemporaryDirectory()
    let path = files.path + "/tone.wav"
    let asked: [(arguments: [String], hertz: Double)] = [
      (["A4"], 440), (["A4", "--a4", "442.5"], 442.5), (["E2"], 82.4069), (["Bb3"], 233.0819),
      (["H2", "--notation", "german"], 123.4708), (["E3", "--temperament", "just:A"], 165),
    ]
    for row in asked {
      let outcome = try tuner.run(["tone", "--wave", wave, "-o", path] + row.arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output == "")
      let heard = try notes(path)
      try #require(heard.count == 1)
      #expect(abs(1200 * log2(heard[0].0 / row.hertz)) < 0.2, "\(row.arguments)")
    }
  }

  @Test("plays a tuning's strings from the highest number to string 1, or one of them")
  func tuning() throws {
    let files = try TemporaryDirectory()
    let path = files.path + "/dadgad.flac"
    #expect(
      try tuner.run(["tone", "-t", "dadgad", "--seconds", "1.5", "-o", path]).status == 0)
    #expect(try notes(path).map(\.1) == ["D2", "A2", "D3", "G3", "A3", "D4"])
    #expect(
      try tuner.run(["tone", "-t", "standard", "--string", "2", "--capo", "1", "-o", path]).status
        == 0)
    #expect(try notes(path).map(\.1) == ["C4"])
  }

  @Test("has the requested peak level and length, and equal samples in two runs")
  func level() throws {
    let files = try TemporaryDirectory()
    let (first, second) = (files.path + "/1.wav", files.path + "/2.wav")
    for path in [first, second] {
      let arguments = [
        "tone", "A3", "--level", "-20", "--seconds", "0.5", "--sample-rate", "44100", "-o", path,
      ]
      #expect(try tuner.run(arguments).status == 0)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: first))
    #expect(try data == Data(contentsOf: URL(fileURLWithPath: second)))
    let place = try #require(data.range(of: Data("data".utf8))).upperBound + 4
    let bytes = Array(data[place...])
    #expect(bytes.count == 3 * 22050)
    let peak =
      stride(from: 0, to: bytes.count, by: 3).map { index in
        let raw =
          UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1]) << 16
          | UInt32(bytes[index + 2]) << 24
        return abs(Double(Int32(bitPattern: raw)) / 2147483648)
      }.max() ?? 0
    #expect(abs(peak - 0.1) < 1e-6)  // 10^(−20/20)
  }

  @Test("a program that is killed leaves no file", arguments: ["tone.wav", "tone.flac"])
  func killed(name: String) throws {
    let files = try TemporaryDirectory()
    // The system kills the program after a second of processor time. The tones need several.
    let outcome = try Program(path: "/bin/sh").run([
      "-c", #"ulimit -c 0; ulimit -t 1; exec "$0" tone -t standard --seconds 90 -o "$1""#,
      tuner.path, files.path + "/" + name,
    ])
    #expect(outcome.status == -1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == [])
  }

  @Test("plays on a device, and without one ends with 3 and a remedy")
  func device() throws {
    let heard = try tuner.run(["tone", "A4", "--seconds", "0.2", "-d", "null"])
    #expect(heard.status == 0, "\(heard.errors)")
    #expect(heard.output + heard.errors == "")
    let missing = try tuner.run(["tone", "A4", "-d", "no such device"])
    #expect(missing.status == 3)
    #expect(
      missing.errors == "tuner: device \"no such device\" is not there. Plug it in, or choose one "
        + "from: tuner devices\n")
  }

  @Test("a tuning's notes have the octaves of the setting, as a note has")
  func octaves() throws {
    let files = try TemporaryDirectory()
    let ways = [
      ("scientific", "E2 A2 D3 G3"), ("middle-c3", "E1 A1 D2 G2"), ("helmholtz", "E A d g"),
    ]
    var tones: Set<Data> = []
    for (way, notes) in ways {
      let file = files.path + "/\(way).wav"
      let outcome = try tuner.run([
        "tone", "-t", notes, "--octaves", way, "--seconds", "0.1", "-o", file,
      ])
      #expect(outcome.status == 0, "\(outcome.errors)")
      tones.insert(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    #expect(tones.count == 1)
  }

  @Test("refuses tones that it can't play, and does not change an existing file")
  func refusals() throws {
    let files = try TemporaryDirectory(holding: ["old.wav": Data("old".utf8)])
    let old = files.path + "/old.wav"
    let refusals: [(arguments: [String], complaint: String)] = [
      (["tone"], "Name a note"), (["tone", "A4", "-t", "standard", "-o", old], "not both"),
      (["tone", "A4", "-o", old, "-d", "null"], "choose one"),
      (["tone", "H4", "-o", old], "is not a note"),
      (["tone", "A", "-o", old], "octave"), (["tone", "A12", "-o", old], "octave"),
      (["tone", "A4", "-o", files.path + "/x.xyz"], "ending"),
      (["tone", "A4", "-o", files.path], "ending"),
      (["tone", "A4", "--seconds", "nan", "-o", old], "--seconds"),
      (["tone", "A4", "--level", "3", "-o", old], "--level"),
      (["tone", "A4", "--sample-rate", "7999", "-o", old], "--sample-rate"),
      (["tone", "G9", "--sample-rate", "8000", "-o", old], "--sample-rate"),
      (["tone", "-t", "chromatic", "-o", old], "no strings"),
      (["tone", "A4", "-o", files.path + "/none/x.wav"], "none/x.wav"),
      (["tone", "A4", "--capo", "2", "-o", old], "--capo changes the strings"),
      (["tone", "A4", "--string", "2", "-o", old], "--string changes the strings"),
      (["tone", "A4", "--stretch", "6=0.0001", "-o", old], "--stretch changes the strings"),
      (["tone", "A4", "--offsets", "6=1", "-o", old], "--offsets changes the strings"),
      (["tone", "-t", "standard", "--tolerance", "3", "-o", old], "--tolerance has no meaning"),
      (["tone", "-t", "E2 A2 D3 G3", "--octaves", "helmholtz", "-o", old], "strokes"),
    ]
    for row in refusals {
      let outcome = try tuner.run(row.arguments)
      #expect(outcome.status == 2, "\(row.arguments)")
      #expect(outcome.errors.contains(row.complaint), "\(outcome.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: old)) == Data("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path) == ["old.wav"])
  }
}
