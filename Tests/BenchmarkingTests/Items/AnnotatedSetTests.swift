// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Benchmarking
import Datasets
import Evaluation
import Foundation
import PitchDetection
import ProgramRunning
import Testing

/// A directory with `manifest.json`: one second of a sine of 220 Hz, annotated in every format.
@Suite("Annotations of a directory with a manifest")
struct AnnotatedSetTests {
  private struct Entry {
    var annotation: String?
    var kind = "phrase"
    var sha256: String?
    var more = ""
  }

  private static func contour(_ points: [(Double, Double)]) -> String {
    let data = points.map {
      "{\"time\":\($0.0),\"duration\":0,\"confidence\":null,"
        + "\"value\":{\"index\":0,\"frequency\":\($0.1),\"voiced\":true}}"
    }
    return "{\"annotations\":[{\"namespace\":\"pitch_contour\",\"annotation_metadata\":"
      + "{\"data_source\":\"0\"},\"data\":[\(data.joined(separator: ","))]}]}"
  }

  private static let times = (0...100).map { Double($0) / 100 }

  /// The right annotation in each format, and one that is an octave off.
  private static func text(_ format: String, hertz: Double) -> String {
    switch format {
    case "csv":
      "time_s,f0_hz,voiced\n" + times.map { "\($0),\(hertz),1\n" }.joined()
    case "txt": times.map { "\($0) \(hertz)\n" }.joined()
    case "notes.jams":
      "{\"annotations\":[{\"namespace\":\"note_midi\",\"data\":[{\"time\":0,\"duration\":1,"
        + "\"value\":\(69 + 12 * log2(hertz / 440)),\"confidence\":null}]}]}"
    default: contour(times.map { ($0, hertz) })
    }
  }

  private func run(_ entries: [Entry], files: [String: String] = [:]) throws -> [ItemResult] {
    let directory = try TemporaryDirectory()
    let samples = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 220 * Double($0) / 48_000)) }
    for index in entries.indices {
      var writer = try AudioFileWriter(
        path: directory.path + "/\(index).wav", sampleRate: SampleRate(48_000))
      try writer.write(samples.span)
      try writer.finish()
    }
    for (name, text) in files {
      try directory.write(Data(text.utf8), to: "tracks/" + name)
    }
    let sounds = entries.indices.map { directory.path + "/\($0).wav" }
    let digests = try Checksum.sha256(of: sounds)
    let recordings = try zip(entries, sounds).enumerated().map { index, pair in
      let (entry, path) = pair
      let annotation = entry.annotation.map { file in
        ",\"annotation\":{\"file\":\"tracks/\(file)\""
          + (entry.sha256.map { ",\"sha256\":\"\($0)\"" } ?? "") + "}"
      }
      return "{\"file\":\"\(index).wav\",\"kind\":\"\(entry.kind)\","
        + "\"sha256\":\"\(try #require(digests[path]))\",\"bytes\":96044,\"channels\":1,"
        + "\"frames\":48000,\"sample_rate\":48000,\"duration_s\":1,\"instrument\":\"sine\","
        + "\"known_errors\":[],\"clipped_samples\":0\(annotation ?? "")\(entry.more)}"
    }
    let manifest =
      "{\"schema\":\"headstock.dataset/1\",\"name\":\"mine\",\"title\":\"t\",\"kind\":\"recording\","
      + "\"version\":\"1\",\"licence\":\"x\",\"copyright\":\"x\",\"citation\":\"x\","
      + "\"homepage\":\"x\",\"known_errors\":[],\"recordings\":["
      + recordings.joined(separator: ",") + "]}"
    try manifest.write(
      toFile: directory.path + "/manifest.json", atomically: true, encoding: .utf8)
    return try withExtendedLifetime(directory) {
      BenchRun(try DatasetItems.directory($0.path), by: PipelineContestant(.yin)).run().results
    }
  }

  @Test(
    "each format gives a reference track, against which an octave below is a gross error",
    arguments: ["csv", "txt", "jams", "notes.jams"])
  func formats(format: String) throws {
    let results = try run(
      [Entry(annotation: "right." + format), Entry(annotation: "octave." + format)],
      files: [
        "right." + format: Self.text(format, hertz: 220),
        "octave." + format: Self.text(format, hertz: 440),
      ])
    let right = try #require(results[0].score, "\(results[0].outcome)")
    let octave = try #require(results[1].score)
    #expect(right.within50.total >= 15)
    #expect(right.gross.hits == 0)
    // All but the first tenth of a second, before a frame is full.
    #expect(right.within50.hits == right.within50.total - 2)
    #expect(octave.gross.total >= 15)
    #expect(octave.gross.share == 1)
    #expect(octave.coarse.octaveErrorRate == 1)
    // A track is not a measurement, so errors in cents are not scored.
    #expect(right.pitch.cents.isEmpty)
    // The sine is one note, whether the annotation says so or its pitch over time does.
    for (score, matches) in [(right, 1), (octave, 0)] {
      #expect(score.transcription?.notes.references == 1)
      #expect(score.transcription?.notes.matches == matches)
    }
  }

  @Test("chords and phrases without an annotation are analysed, and counted as without a reference")
  func unannotated() throws {
    let results = try run([Entry(kind: "chord"), Entry(kind: "phrase")])
    #expect(results.allSatisfy { $0.score == nil && $0.failure == nil })
    #expect(results[0].unscoredReason?.contains("several notes") == true)
    #expect(results[1].unscoredReason?.contains("no f0 track") == true)
    let report = BenchReport(
      provenance: TestReport.provenance,
      plan: BenchPlan(
        .accuracy, BenchRun(ItemList(items: [], checksums: [:]), by: PipelineContestant(.yin))),
      results: results)
    // Items, scored, for gross errors only, without a reference, failed.
    #expect(try #require(report.tables.first?.rows.last).figures == [2, 0, 0, 2, 0, nil])
  }

  @Test("a chord, and a note without a measured pitch, are scored by their annotation")
  func otherKinds() throws {
    let results = try run(
      [
        Entry(annotation: "a.txt", kind: "chord"),
        Entry(annotation: "a.txt", kind: "single-note", more: ",\"midi\":57"),
        Entry(
          annotation: "octave.txt", kind: "single-note",
          more: ",\"midi\":57,\"trust\":\"A\",\"period_hz\":220,\"onset_s\":0,"
            + "\"steady_start_s\":0.3,\"steady_end_s\":0.9"),
      ],
      files: ["a.txt": Self.text("txt", hertz: 220), "octave.txt": Self.text("txt", hertz: 440)])
    for result in results {
      let score = try #require(result.score, "\(result.item)")
      #expect(score.gross.hits == 0 && score.gross.total > 10, "\(result.item)")
    }
    // A measured pitch takes precedence over the annotation.
    #expect(results[2].score?.pitch.cents.isEmpty == false)
  }

  struct Fault: CustomTestStringConvertible {
    let file: String
    let text: String?
    let says: [String]
    var testDescription: String { "\(file): \(says.joined(separator: ", "))" }
  }

  @Test(
    "an invalid annotation is reported with file and line, and only its item is left out",
    arguments: [
      Fault(file: "a.csv", text: nil, says: ["a.csv", "missing"]),
      Fault(file: "a.jams", text: nil, says: ["a.jams", "missing"]),
      Fault(
        file: "a.csv", text: "time_s,f0_hz,voiced\n0.2,220,1\n0.1,220,1\n",
        says: ["a.csv", "line 3"]),
      Fault(file: "a.txt", text: "0.2 220\n0.1 220\n", says: ["a.txt", "line 2"]),
      Fault(
        file: "a.jams", text: contour([(0.2, 220), (0.1, 220)]),
        says: ["a.jams", "observation 2 of annotation 1"]),
      Fault(file: "a.txt", text: "0.1 30000\n", says: ["a.txt", "line 1", "outside"]),
      Fault(file: "a.csv", text: "time_s,f0_hz,voiced\n0,1,1\n", says: ["f0_hz", "outside"]),
      Fault(file: "a.jams", text: contour([(0.1, 3)]), says: ["frequency", "outside"]),
      Fault(file: "a.jams", text: "{", says: ["a.jams"]),
      Fault(file: "a.jams", text: "{}", says: ["a.jams", "annotations is missing"]),
      Fault(file: "a.txt", text: "", says: ["a.txt", "no rows"]),
      Fault(file: "a.csv", text: "0,220\n", says: ["a.csv", "time_s"]),
      Fault(file: "a.mid", text: "", says: ["a.mid", ".jams, .csv, .txt"]),
    ])
  func faults(fault: Fault) throws {
    var files = ["good.txt": Self.text("txt", hertz: 220)]
    files[fault.file] = fault.text
    let results = try run(
      [Entry(annotation: fault.file), Entry(annotation: "good.txt")], files: files)
    let failure = try #require(results[0].failure)
    #expect(results[0].score == nil)
    for word in fault.says { #expect(failure.contains(word), "\(failure)") }
    #expect(results[1].score != nil)
  }

  @Test("an annotation whose checksum differs from the manifest's is not used")
  func checksum() throws {
    let text = Self.text("txt", hertz: 220)
    let directory = try TemporaryDirectory()
    let file = try directory.write(Data(text.utf8), to: "a.txt")
    let digest = try #require(try Checksum.sha256(of: [file])[file])
    let results = try run(
      [
        Entry(annotation: "a.txt", sha256: digest),
        Entry(annotation: "a.txt", sha256: String(repeating: "0", count: 64)),
      ], files: ["a.txt": text])
    #expect(results[0].score != nil)
    #expect(try #require(results[1].failure).contains("a.txt is not the one that was measured"))
  }

  @Test("an annotation in milliseconds, and labels that are far apart, are refused")
  func wrongUnit() throws {
    let text = "time_s,f0_hz,voiced\n" + Self.times.map { "\($0 * 1000),220,1\n" }.joined()
    let far = "0 220\n0.6 220\n1.05 220\n"
    let results = try run(
      [Entry(annotation: "ms.csv"), Entry(annotation: "far.txt"), Entry(annotation: "ms.jams")],
      files: [
        "ms.csv": text, "far.txt": far, "ms.jams": Self.contour([(0, 220), (10, 220), (20, 220)]),
      ])
    #expect(try #require(results[0].failure).contains("1000.0 s lies after the end"))
    #expect(try #require(results[1].failure).contains("apart"))
    #expect(try #require(results[2].failure).contains("lies after the end"))
  }

  @Test("a truncated annotation shows its share, and notes in the rest are not judged")
  func truncated() throws {
    let quarter = Self.times.prefix(26).map { "\($0),220,1\n" }
    let second = Self.times.map { $0 < 0.5 ? "\($0),,-1\n" : "\($0),330,1\n" }
    let header = "time_s,f0_hz,voiced\n"
    let results = try run(
      [Entry(annotation: "start.csv"), Entry(annotation: "end.csv")],
      files: ["start.csv": header + quarter.joined(), "end.csv": header + second.joined()])
    let first = try #require(results[0].score)
    // The last label holds for half a hop.
    #expect(abs(try #require(first.annotated.share) - 0.26) < 0.011)
    #expect(first.transcription?.notes.estimates == 1)
    let last = try #require(results[1].score)
    #expect(abs(try #require(last.annotated.share) - 0.5) < 0.011)
    // The sine begins where the track is undecided, so nobody knows whether it was played.
    #expect(last.transcription?.notes.references == 1)
    #expect(last.transcription?.notes.estimates == 0)
  }

  @Test("a JAMS file without pitch is valid, and gives no reference")
  func otherNamespaces() throws {
    let results = try run(
      [Entry(annotation: "a.jams")],
      files: ["a.jams": "{\"annotations\":[{\"namespace\":\"chord\",\"data\":[]}]}"])
    #expect(results[0].unscoredReason?.contains("neither pitch contours nor notes") == true)
  }
}
