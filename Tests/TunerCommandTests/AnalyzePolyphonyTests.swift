// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// An E major chord of six strings, and then its lowest string alone.
@Suite("tuner analyze: chords")
struct AnalyzePolyphonyTests {
  // E2 B2 E3 G♯3 B3 E4 in equal temperament: 440·2^((m − 69)/12), m = 40, 47, 52, 56, 59, 64.
  private static let chord = [82.4069, 123.4708, 164.8138, 207.6523, 246.9417, 329.6276]

  private let tuner = Program("tuner")

  private func recording() throws -> TemporaryDirectory {
    let strings = Self.chord.map { WAVE.pluck($0) }
    let sum = strings[0].indices.map { index in
      strings.reduce(Float(0)) { $0 + $1[index] } / 6
    }
    let silence = [Float](repeating: 0, count: 48_000)
    return try TemporaryDirectory(
      holding: ["take.wav": WAVE.floats(sum + silence + WAVE.pluck(Self.chord[0]))])
  }

  private func result(_ format: String) throws -> Data {
    let files = try recording()
    let place = files.path + "/result"
    let outcome = try tuner.run(["analyze", "-f", format, "-o", place, files.path + "/take.wav"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: place))
  }

  @Test("text reports that several strings sound, and names no note")
  func text() throws {
    let files = try recording()
    let outcome = try tuner.run(["analyze", files.path + "/take.wav"])
    let lines = outcome.output.split(separator: "\n").dropFirst()
    try #require(lines.count == 2, "\(outcome.output)")
    #expect(lines.first?.contains("several strings at once") == true)
    #expect(lines.first?.contains(" cents") == false)
    #expect(lines.last?.contains("string 6 (E2): 0.0") == true)
    #expect(outcome.status == 0)
  }

  @Test("a chord alone has no pitch, in every format")
  func alone() throws {
    let strings = Self.chord.map { WAVE.pluck($0) }
    let sum = strings[0].indices.map { index in
      strings.reduce(Float(0)) { $0 + $1[index] } / 6
    }
    let files = try TemporaryDirectory(holding: ["take.wav": WAVE.floats(sum)])
    for format in ["text", "csv", "json"] {
      let outcome = try tuner.run(["analyze", "-f", format, files.path + "/take.wav"])
      #expect(outcome.status == 1, "\(format): \(outcome.output)")
      let hint = "Read the strings of a chord with --strum."
      #expect(outcome.output.contains(hint) == (format == "text"), "\(outcome.output)")
    }
    let strum = try tuner.run(["analyze", "--strum", "-t", "open_e", files.path + "/take.wav"])
    #expect(strum.status == 0, "\(strum.output)")
  }

  @Test("csv has empty cells for the values that a chord does not have")
  func csv() throws {
    let rows = try IndependentReader.rows("csv", result("csv"))
    try #require(rows.count == 2)
    #expect(rows.map { $0["polyphonic"] as? String } == ["true", "false"])
    for key in ["frequency_hz", "midi", "note", "cents", "target", "sigma_cents", "articulation"] {
      #expect(rows[0][key] as? String == "", "\(key)")
    }
    #expect(rows[1]["target"] as? String == "6:E2")
  }

  @Test("json and ndjson agree with their schemas, which allow no pitch for a chord")
  func json() throws {
    let document = try IndependentReader.object("json", result("json"))
    let notes = try #require(document["notes"] as? [[String: Any]])
    #expect(notes.map { $0["polyphonic"] as? Bool } == [true, false])
    #expect(notes.first?["frequency_hz"] is NSNull)
    let strings = try #require(document["strings_heard"] as? [[String: Any]])
    #expect(strings.filter { !($0["cents"] is NSNull) }.count == 1)
    let lines = try IndependentReader.rows("ndjson", result("ndjson"))
    #expect(lines.dropFirst().map { $0["polyphonic"] as? Bool } == [true, false])
  }

  @Test("labels, jams, svl and midi mark the time of a chord, without a pitch")
  func others() throws {
    let labels = try IndependentReader.rows("labels", result("labels"))
    #expect(labels.first?["text"] as? String == "chord")
    let jams = try IndependentReader.object("jams", result("jams"))
    #expect((jams["data"] as? [Any])?.count == 1)
    #expect(jams["tags"] as? [String] == ["polyphonic"])
    let layers = try IndependentReader.object("svl", result("svl"))
    #expect((layers["points"] as? [Any])?.count == 1)
    let chords = try #require(layers["chords"] as? [[String: Any]])
    #expect(chords.map { $0["label"] as? String } == ["chord"])
    // A quarter second of silence: 12000 samples.
    #expect(abs((chords.first?["frame"] as? Int ?? 0) - 12_000) < 2400)
    let midi = try IndependentReader.object("midi", result("midi"))
    #expect((midi["notes"] as? [Any])?.count == 1)
    let markers = try #require(midi["markers"] as? [[String: Any]])
    #expect(markers.map { $0["text"] as? String } == ["chord"])
  }

  @Test("pictures and pages mark the chord, and draw no pitch in it")
  func pictures() throws {
    let files = try recording()
    let (plot, page) = (files.path + "/take.svg", files.path + "/take.html")
    let outcome = try tuner.run(
      ["analyze", "--plot", plot, "--html", page, files.path + "/take.wav"])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let picture = try String(contentsOfFile: plot, encoding: .utf8)
    #expect(picture.contains(">chord<"))
    // One line of readings with its halo, for the single string; the chord has none.
    #expect(picture.components(separatedBy: "class=\"pitch\"").count - 1 == 1)
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("several strings at once"))
  }

  /// The compared values of the notes: position, name, and the pitch to a thousandth of a hertz.
  private func lines(_ output: String) throws -> [String] {
    try IndependentReader.rows("ndjson", Data(output.utf8)).dropFirst().map { row in
      let hertz = try #require(row["frequency_hz"] as? Double)
      return [
        "\(row["start_s"] ?? "")", "\(row["end_s"] ?? "")", "\(row["note"] ?? "")",
        String(format: "%.3f", hertz),
      ].joined(separator: " ")
    }
  }

  @Test("--smooth does not change a clear recording, and the records are marked as smoothed")
  func smooth() throws {
    let files = try TemporaryDirectory(
      holding: ["take.wav": WAVE.floats(WAVE.pluck(110) + WAVE.pluck(146.832))])
    let path = files.path + "/take.wav"
    let plain = try tuner.run(["analyze", "-f", "ndjson", path])
    let smooth = try tuner.run(["analyze", "--smooth", "-f", "ndjson", path])
    let (left, right) = (
      plain.output.split(separator: "\n"), smooth.output.split(separator: "\n")
    )
    #expect(left.dropFirst().count == 2)
    // Smoothing looks for the pitch anew in every update, which moves the eighth decimal.
    #expect(try lines(plain.output) == lines(smooth.output))
    #expect(right.first?.contains(" smoothed\"") == true)
    #expect(left.first?.contains("smoothed") == false)
  }
}
