// SPDX-License-Identifier: MIT

import Acoustics
import Datasets
import Evaluation
import Foundation
import ProgramRunning
import TestSignals
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("tuner analyze --strum: strokes")
struct AnalyzeStrokesTests {
  private let tuner = Program("tuner")
  private static let rate = SampleRate(48_000)

  /// A stroke over the strings of a guitar, each off by its cents; `nil` for a string that is
  /// missed.
  private func stroke(_ cents: [Double?], seed: UInt64) -> Strum {
    var draw = StrumDraw.guitar
    draw.missing = 0
    draw.level = 3
    draw.signalToNoise = 60
    var strum = draw.strum(seed: seed)
    for (index, cents) in cents.enumerated() {
      strum.voices[index].isPlayed = cents != nil
      let string = strum.voices[index].pluck.string
      let first = strum.voices[index].target.raised(by: Cents(cents ?? 0))
      strum.voices[index].pluck.string.fundamental = Hertz(
        first.value / (1 + string.inharmonicity).squareRoot())
    }
    return strum
  }

  /// Two strokes: the first with D3 12 cents flat, the second in tune without the highest string.
  private var samples: [Float] {
    [
      stroke([0, 0, -12, 0, 0, 0], seed: 21), stroke([0, 0, 0, 0, 0, nil], seed: 22),
    ].flatMap { strum -> [Float] in
      let samples = strum.signal(at: Self.rate, lasting: 1.6).render(at: Self.rate)
      // A cut would be heard as an onset.
      return samples.enumerated().map { index, sample in
        sample * min(1, Float(samples.count - 1 - index) / 4800)
      }
    }
  }

  private func files() throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: ["chords.wav": WAVE.floats(samples)])
  }

  private func run(
    _ files: TemporaryDirectory, _ options: [String]
  ) throws -> Program.Outcome {
    let outcome = try tuner.run(["analyze", "--strum"] + options + [files.path + "/chords.wav"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  @Test("text has a sentence and a table for each stroke, the worst string first")
  func text() throws {
    let lines = try run(try files(), []).output.split(separator: "\n").map(String.init)
    try #require(lines.count == 15, "\(lines.joined(separator: "\n"))")
    #expect(lines[0].hasSuffix(" s at 48 kHz"))
    #expect(
      lines[1].hasPrefix("  Stroke 1, 0.2")
        && lines[1].hasSuffix(" D3 is 12 cents flat; the others are in tune."),
      "\(lines[1])")
    #expect(lines[2].hasPrefix("    string 6 (E2)   "))
    #expect(lines[4].contains("string 4 (D3)"))
    #expect(lines[4].contains(" cents, slightly flat: tune up a little"), "\(lines[4])")
    #expect(lines[8].hasPrefix("  Stroke 2, "))
    #expect(lines[8].hasSuffix("; E4 was not heard.") || lines[8].hasSuffix("; E4 is unclear."))
    #expect(lines[14].hasSuffix("not heard") || lines[14].hasSuffix("unclear"))
  }

  @Test("text with --frames has a line for each update")
  func frames() throws {
    let lines = try run(try files(), ["--frames"]).output.split(separator: "\n")
    #expect(lines.count == 1 + samples.count / 2400)
    let silent = ["6 E2", "5 A2", "4 D3", "3 G3", "2 B3", "1 E4"].map { "\($0)      -" }
    #expect(lines[1].hasSuffix(" s  " + silent.joined(separator: "   ")))
    #expect(lines[20].contains("4 D3  -12."))
  }

  @Test("csv, ndjson and json hold the same records, as independent readers read them")
  func records() throws {
    let files = try files()
    let rows = try IndependentReader.rows("csv", Data(run(files, ["-f", "csv"]).output.utf8))
    #expect(rows.count == 12)
    let lines = try IndependentReader.rows(
      "ndjson", Data(run(files, ["-f", "ndjson"]).output.utf8))
    #expect(lines[0]["schema"] as? String == "tuner.strokes/1")
    #expect((lines[0]["engine"] as? String)?.hasPrefix("headstock-strum ") == true)
    let document = try IndependentReader.object(
      "json", Data(run(files, ["-f", "json"]).output.utf8))
    let records = try #require(document["strokes"] as? [[String: Any]])
    #expect(records.count == 12 && lines.count == 13)
    for (row, (line, record)) in zip(rows, zip(lines.dropFirst(), records)) {
      #expect(NSDictionary(dictionary: line) == NSDictionary(dictionary: record))
      #expect(Set(row.keys) == Set(line.keys))
      for (key, value) in line {
        let text = value is NSNull ? "" : "\(value)"
        let cell = try #require(row[key] as? String)
        guard cell != text else { continue }
        // Foundation's reader of JSON rounds the last digit.
        let number = try #require(value as? Double, "\(key)")
        let read = try #require(Double(cell), "\(key)")
        #expect(abs(read - number) <= 1e-15 * abs(number), "\(key)")
      }
    }
    let flat = try #require(records.first { $0["string"] as? Int == 4 })
    #expect(flat["state"] as? String == "sounding")
    #expect(abs(try #require(flat["cents"] as? Double) + 12) < 0.5)
  }

  @Test("ndjson and json of updates agree with their schemas")
  func schemas() throws {
    let files = try files()
    let count = 6 * (samples.count / 2400)
    let lines = try IndependentReader.rows(
      "ndjson", Data(run(files, ["--frames", "-f", "ndjson"]).output.utf8))
    #expect(lines[0]["schema"] as? String == "tuner.strum-frames/1")
    #expect(lines.count == 1 + count)
    let document = try IndependentReader.object(
      "json", Data(run(files, ["--frames", "-f", "json"]).output.utf8))
    #expect((document["frames"] as? [Any])?.count == count)
  }

  @Test("updates of one recorded string agree with the schema, also unclear strings out of range")
  func outOfRange() throws {
    let (manifest, library) = try GuitarSounds.installed()
    let recording = try #require(manifest.recordings.first { $0.file.hasPrefix("Carbon_D4") })
    let outcome = try tuner.run([
      "analyze", "--strum", "--frames", "-q", "-f", "ndjson",
      library.path(of: recording, in: manifest),
    ])
    let records = try IndependentReader.rows("ndjson", Data(outcome.output.utf8)).dropFirst()
    var isOutside = false
    for record in records {
      guard let cents = record["cents"] as? Double, abs(cents) > 150 else { continue }
      isOutside = true
      #expect(record["state"] as? String == "unclear", "\(record)")
    }
    // The noise after the string has faded gives such readings.
    #expect(isOutside)
  }

  @Test("labels, jams and svl contain the strokes, or the updates")
  func otherFormats() throws {
    let files = try files()
    let labels = try IndependentReader.rows(
      "labels", Data(run(files, ["-f", "labels"]).output.utf8))
    #expect(labels.count == 2)
    #expect((labels[0]["text"] as? String)?.contains("4:D3 -12.") == true)
    #expect((labels[1]["text"] as? String)?.contains("1:E4 +") == false)
    let jams = try IndependentReader.object("jams", Data(run(files, ["-f", "jams"]).output.utf8))
    #expect(jams["namespace"] as? String == "note_hz")
    #expect((jams["data"] as? [Any])?.count == 11)
    let svl = try IndependentReader.object("svl", Data(run(files, ["-f", "svl"]).output.utf8))
    #expect((svl["points"] as? [Any])?.count == 11)
    for format in ["labels", "jams", "svl"] {
      let output = try run(files, ["--frames", "-f", format]).output
      let result = try IndependentReader.read(format, Data(output.utf8))
      let points = ((result as? [String: Any])?["data"] ?? (result as? [String: Any])?["points"])
      #expect(((points ?? result) as? [Any])?.count ?? 0 > 30, "\(format)")
    }
  }

  @Test("directories are searched, and each recording has its strokes in a file")
  func batch() throws {
    let files = try TemporaryDirectory(holding: [
      "a.wav": WAVE.floats(samples), "b.wav": WAVE.floats(samples),
      "silence.wav": WAVE.floats([Float](repeating: 0, count: 48_000)),
    ])
    let output = files.path + "/out"
    let outcome = try tuner.run([
      "analyze", "--strum", "--recursive", "-f", "csv", "-o", output, files.path,
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("strokes"))
    #expect(outcome.errors.contains("2 with a pitch"))
    for (name, count) in [("a", 13), ("b", 13), ("silence", 1)] {
      let text = try String(contentsOfFile: output + "/\(name).csv", encoding: .utf8)
      #expect(text.split(separator: "\n").count == count, "\(name)")
    }
    // Noise of −12 dBFS, which is no note, from the generator of Park and Miller.
    var seed = 1
    let noise = (0..<48_000).map { _ -> Float in
      seed = seed * 48_271 % 2_147_483_647
      return Float(Double(seed) / 2_147_483_647 - 0.5)
    }
    try files.write(WAVE.floats(noise), to: "noise.wav")
    let sound = try tuner.run(["analyze", files.path + "/noise.wav"])
    #expect(sound.output.contains("No note was heard, but sound. If it is a chord"))
    let nothing = try tuner.run(["analyze", files.path + "/silence.wav"])
    #expect(nothing.output.hasSuffix("  No note was heard.\n"), "\(nothing.output)")
    let silence = try tuner.run(["analyze", "--strum", files.path + "/silence.wav"])
    #expect(silence.status == 1)
    #expect(silence.output.hasSuffix("  No stroke was heard. The recording is silent.\n"))
  }

  @Test("the reason why there is no stroke is named where it is known")
  func missing() throws {
    let noise = (0..<96_000).map { Float(sin(0.7 * Double($0 * $0 % 7919))) / 20 }
    let stroke = try #require(samples.firstIndex { abs($0) > 0.05 })
    let pause = [Float](repeating: 0, count: 48_000)
    let damped = pause + samples[stroke..<(stroke + 3600)] + pause
    let reasons: [(name: String, samples: [Float], reason: String)] = [
      ("silent", [Float](repeating: 0, count: 48_000), "The recording is silent."),
      ("large", [0, 1e15] + [Float](repeating: 0, count: 48_000), "The recording is silent."),
      ("nan", [Float](repeating: .nan, count: 48_000), "No sample is a number"),
      ("one", [0.5], "The recording is too short"),
      ("short", Array(samples[stroke..<(stroke + 4800)]), "The recording is too short"),
      (
        "cut", [Float](repeating: 0, count: 24_000) + samples[stroke..<(stroke + 3600)],
        "A sound begins just before the end"
      ),
      ("damped", damped, "The sound ends within 0.25 s"),
      ("noise", noise, "A string is found within 150 cents of its target, or halfway to the next"),
    ]
    let files = try TemporaryDirectory(
      holding: Dictionary(
        uniqueKeysWithValues: reasons.map { ($0.name + ".wav", WAVE.floats($0.samples)) }))
    for (name, _, reason) in reasons {
      let page = files.path + "/\(name).html"
      let outcome = try tuner.run([
        "analyze", "--strum", "--html", page, files.path + "/\(name).wav",
      ])
      #expect(outcome.status == 1)
      #expect(outcome.output.contains("  No stroke was heard. \(reason)"), "\(outcome.output)")
      let html = try String(contentsOfFile: page, encoding: .utf8)
      #expect(html.contains("No stroke was heard. \(reason)"), "\(name)")
    }
  }

  @Test("a picture has a lane and a row for each string, a page the sentence of each stroke")
  func figures() throws {
    let files = try files()
    let (plot, page) = (files.path + "/chords.svg", files.path + "/chords.html")
    _ = try run(files, ["--plot", plot, "--html", page])
    let text = try String(contentsOfFile: plot, encoding: .utf8)
    let document = try XMLDocument(xmlString: text)
    let texts = try document.nodes(forXPath: "//*[local-name()='text']").compactMap(\.stringValue)
    for name in ["6  E2", "5  A2", "4  D3", "3  G3", "2  B3", "1  E4"] {
      #expect(texts.count { $0 == name } >= 2, "\(name)")
    }
    #expect(!text.contains("NaN") && !text.contains("nan") && !text.contains("inf"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("D3 is 12 cents flat; the others are in tune."))
    #expect(html.contains("<summary>2 strokes</summary>"))
    let facts = try IndependentReader.object("html", Data(html.utf8))
    #expect(facts["pictures"] as? Int == 1 && facts["players"] as? Int == 1)
  }

  @Test("channels that cancel each other are no silence, in the text and on standard error")
  func cancelled() throws {
    let files = try TemporaryDirectory(holding: [
      "inv.wav": WAVE.floats(WAVE.pluck(110).flatMap { [$0, -$0] }, channels: 2)
    ])
    let outcome = try tuner.run(["analyze", "--strum", files.path + "/inv.wav"])
    #expect(outcome.output.contains("No stroke was heard. The channels cancel each other."))
    #expect(outcome.errors.contains("the channels cancel each other"))
  }
}
