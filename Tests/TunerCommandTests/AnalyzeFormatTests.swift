// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// Three plucks, the second 15.7 cents sharp of A2; every format must report the same.
@Suite("tuner analyze: formats read back by independent software")
struct AnalyzeFormatTests {
  private static let hostile = "a \"quoted\" <é&ü>'s, 100%\n\tname 🎸.wav"
  private static let frequencies = [82.4069, 111.0, 196.0]

  private let tuner = Program("tuner")

  private func recording(_ name: String = "take.wav") throws -> TemporaryDirectory {
    let samples = Self.frequencies.flatMap { WAVE.pluck($0) }
    return try TemporaryDirectory(holding: [name: WAVE.floats(samples)])
  }

  private func result(
    _ format: String, _ extra: [String] = [], name: String = "take.wav"
  ) throws -> Data {
    let files = try recording(name)
    let place = files.path + "/result"
    let outcome = try tuner.run(
      ["analyze", "-f", format, "-o", place] + extra + [files.path + "/" + name])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: place))
  }

  private func number(_ value: Any?) throws -> Double {
    if let text = value as? String { return try #require(Double(text)) }
    return try #require((value as? NSNumber)?.doubleValue)
  }

  /// Plucks of 1.5 s begin a quarter second into each; a note ends before the next begins.
  private func isInPlace(_ index: Int, start: Double, end: Double) -> Bool {
    let onset = 1.5 * Double(index) + 0.25
    return (onset - 0.02...onset + 0.06).contains(start) && end > start + 0.5 && end < onset + 1.5
  }

  @Test("csv by Python's csv, strict")
  func csv() throws {
    let rows = try IndependentReader.rows("csv", result("csv"))
    try #require(rows.count == 3)
    for (index, row) in rows.enumerated() {
      let cents = try 1200 * log2(number(row["frequency_hz"]) / Self.frequencies[index])
      #expect(abs(cents) < 0.5)
      #expect(try isInPlace(index, start: number(row["start_s"]), end: number(row["end_s"])))
    }
    #expect(try abs(number(rows[1]["cents"]) - 15.67) < 0.5)  // 1200·log2(111/110)
    #expect(rows.map { $0["target"] as? String } == ["6:E2", "5:A2", "3:G3"])
    let frames = try IndependentReader.rows("csv", result("csv", ["--frames", "--rate", "60"]))
    #expect(frames.count == 270)  // 4.5 s · 60 Hz
  }

  @Test("json as one document of the schema, with each string at its last note")
  func json() throws {
    let document = try IndependentReader.object("json", result("json"))
    #expect(document["schema"] as? String == "tuner.analysis/1")
    #expect(try number(document["duration_s"]) == 4.5)
    #expect(document["error"] is NSNull)
    let notes = try #require(document["notes"] as? [[String: Any]])
    #expect(notes.map { $0["target"] as? String } == ["6:E2", "5:A2", "3:G3"])
    let strings = try #require(document["strings_heard"] as? [[String: Any]])
    #expect(strings.map { $0["string"] as? Int } == [6, 5, 4, 3, 2, 1])
    #expect(
      strings.map { $0["state"] as? String } == [
        "inTune", "slightlySharp", nil, "inTune", nil, nil,
      ])
    let frames = try IndependentReader.object("json", result("json", ["--frames"]))
    #expect((frames["frames"] as? [Any])?.count == 90)
  }

  @Test("ndjson, every line of the schema", arguments: [[], ["--frames"]])
  func ndjson(extra: [String]) throws {
    let lines = try IndependentReader.rows("ndjson", result("ndjson", extra))
    #expect(lines.count == 1 + (extra.isEmpty ? 3 : 90))
  }

  @Test("labels as Audacity's manual describes them")
  func labels() throws {
    let labels = try IndependentReader.rows("labels", result("labels"))
    try #require(labels.count == 3)
    let texts = labels.compactMap { $0["text"] as? String }
    #expect(texts[1].hasPrefix("5:A2 +15."))
    for (index, label) in labels.enumerated() {
      #expect(try isInPlace(index, start: number(label["start"]), end: number(label["end"])))
    }
    let points = try IndependentReader.rows("labels", result("labels", ["--frames"]))
    #expect(points.count > 30)
    for label in points { #expect(try number(label["start"]) == number(label["end"])) }
  }

  @Test("labels and layers, which people read, have the names of notes that the player chose")
  func notations() throws {
    let names = ["--notation", "solfege", "--octaves", "middle-c3"]
    for format in ["labels", "svl"] {
      for extra in [[], ["--frames"], ["--strum"], ["--strum", "--frames"]] {
        let text = try #require(String(data: try result(format, names + extra), encoding: .utf8))
        #expect(text.contains("5:La1"), "\(format) \(extra): \(text.suffix(400))")
        #expect(!text.contains("5:A2"))
      }
    }
    // Formats for machines keep English names.
    let csv = try #require(String(data: try result("csv", names), encoding: .utf8))
    #expect(csv.contains(",5:A2,"))
  }

  @Test("jams by the jams package, strict")
  func jams() throws {
    let notes = try IndependentReader.object("jams", result("jams"))
    #expect(notes["namespace"] as? String == "note_hz")
    #expect(try number(notes["duration"]) == 4.5)
    let data = try #require(notes["data"] as? [[String: Any]])
    try #require(data.count == 3)
    for (index, note) in data.enumerated() {
      #expect(try abs(1200 * log2(number(note["value"]) / Self.frequencies[index])) < 0.5)
      let start = try number(note["time"])
      #expect(try isInPlace(index, start: start, end: start + number(note["duration"])))
    }
    let frames = try IndependentReader.object("jams", result("jams", ["--frames"]))
    #expect(frames["namespace"] as? String == "pitch_contour")
    let contour = try #require(frames["data"] as? [[String: Any]])
    #expect(contour.count == 90)
    let voiced = contour.filter { (($0["value"] as? [String: Any])?["voiced"] as? Bool) == true }
    #expect(voiced.count > 30 && voiced.count < 90)
  }

  @Test("svl with one model, its dataset and a layer of notes or of values")
  func svl() throws {
    let notes = try IndependentReader.object("svl", result("svl"))
    #expect(notes["rate"] as? Int == 48000)
    #expect(notes["units"] as? String == "Hz")
    let points = try #require(notes["points"] as? [[String: Any]])
    try #require(points.count == 3)
    for (index, point) in points.enumerated() {
      #expect(try abs(1200 * log2(number(point["value"]) / Self.frequencies[index])) < 0.5)
      let start = try number(point["frame"]) / 48000
      #expect(try isInPlace(index, start: start, end: start + number(point["duration"]) / 48000))
    }
    let frames = try IndependentReader.object("svl", result("svl", ["--frames"]))
    #expect(try #require(frames["points"] as? [Any]).count > 30)
  }

  @Test(
    "midi of type 0 has the measured pitch, to a tenth of a cent",
    arguments: [440, 415])
  func midi(reference: Int) throws {
    let extra = ["--a4", "\(reference)", "-t", "chromatic"]
    let midi = try IndependentReader.object("midi", result("midi", extra))
    let rows = try IndependentReader.rows("csv", result("csv", extra))
    #expect(midi["type"] as? Int == 0)
    let notes = try #require(midi["notes"] as? [[String: Any]])
    try #require(notes.count == 3 && rows.count == 3)
    for (note, row) in zip(notes, rows) {
      let cents = try 1200 * log2(number(note["hertz"]) / number(row["frequency_hz"]))
      #expect(abs(cents) < 0.1)  // A step of the bend is 400 / 16384 = 0.024 cents.
      #expect(try abs(number(note["start"]) - number(row["start_s"])) < 0.0002)
      #expect(try abs(number(note["end"]) - number(row["end_s"])) < 0.0002)
      #expect(try number(note["key"]) == number(row["midi"]))
    }
  }

  @Test("a name with quotes, line ends, tabs, markup and emoji is preserved in every format")
  func names() throws {
    let name = Self.hostile
    for format in ["json", "ndjson", "csv", "labels", "jams", "svl", "midi"] {
      let value = try IndependentReader.read(format, result(format, name: name))
      let object = value as? [String: Any] ?? (value as? [[String: Any]])?.first ?? [:]
      let found = ["file", "title", "name"].compactMap { object[$0] as? String }.first
      // Rows and labels contain no name, but must be complete too.
      if ["csv", "labels"].contains(format) {
        #expect((value as? [Any])?.count == 3)
      } else {
        #expect(found?.hasSuffix(name) == true, "\(format): \(found ?? "no name")")
      }
    }
    let text = try #require(String(data: try result("text", name: name), encoding: .utf8))
    #expect(text.contains(#"\x0a\x09name"#))
    #expect(text.split(separator: "\n").first?.hasSuffix("4.5 s at 48 kHz") == true)
  }

  @Test("a recording that can't be read to its end gives a complete JSON document with the error")
  func breaksOff() throws {
    let files = try recording()
    let flac = files.path + "/take.flac"
    // A FLAC whose middle is overwritten: libsndfile stops there with an error.
    let tone = try tuner.run(["tone", "A2", "--seconds", "20", "-o", flac])
    try #require(tone.status == 0)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: flac))
    let middle = bytes.count / 2
    for index in middle..<bytes.count { bytes[index] = 0xFF }
    try files.write(bytes, to: "broken.flac")
    let outcome = try tuner.run(["analyze", "-f", "json", files.path + "/broken.flac"])
    let document = try IndependentReader.object("json", Data(outcome.output.utf8))
    #expect(try number(document["duration_s"]) < 20)
    if outcome.status == 2 {
      #expect(document["error"] is String)
    } else {
      #expect(outcome.errors.contains("cut off"))
    }
  }
}
