// SPDX-License-Identifier: MIT

import Acoustics
import AudioFile
import Benchmarking
import Evaluation
import Foundation
import PitchDetection
import ProgramRunning
import Testing

@Suite("Bad input: named, counted, never scored")
struct BadInputTests {
  private static let header =
    "path,source,licence,instrument,kind,technique,nominal_midi,f1_hz,partial1_hz,partial1_rel_db,"
    + "period_hz,ref_f0_hz,ref_spread_cents,inharm_B,glide_cents,trust,onset_s,steady_t0_s,"
    + "steady_t1_s,sample_rate,duration_s,clipped_samples,annotation,note\n"

  private static func note(
    _ path: String, period: String = "220", trust: String = "A", rate: Int = 48_000,
    duration: Double = 1
  ) -> String {
    "\(path),made,CC0,sine,single-note,,57,220,220,0,\(period),220,0,0,0,\(trust),0,0.3,0.9,\(rate),"
      + "\(duration),0,,\n"
  }

  private static func phrase(_ path: String, track: String) -> String {
    "\(path),made,CC0,sine,phrase,,,,,,,,,,,,,,,48000,1,0,\(track),\n"
  }

  /// Runs YIN over a directory with these files besides a good `sine.wav`.
  private func run(csv rows: String, files: [String: String] = [:]) throws -> [ItemResult] {
    try results(of: rows, files).results
  }

  /// Runs YIN, and returns the report too.
  private func results(
    of rows: String, _ files: [String: String] = [:], bytesOfOther: Int? = nil
  ) throws -> BenchReport {
    let directory = try TemporaryDirectory()
    let samples = (0..<48_000).map { Float(0.5 * sin(2 * .pi * 220 * Double($0) / 48_000)) }
    for name in ["sine.wav", "other.wav"] {
      var writer = try AudioFileWriter(
        path: directory.path + "/" + name, sampleRate: SampleRate(48_000))
      try writer.write(samples.span)
      try writer.finish()
    }
    if let bytesOfOther {
      let other = URL(fileURLWithPath: directory.path + "/other.wav")
      try Data(contentsOf: other).prefix(bytesOfOther).write(to: other)
    }
    for (name, text) in files.merging(
      ["manifest.csv": Self.header + rows], uniquingKeysWith: { $1 })
    {
      try text.write(toFile: directory.path + "/" + name, atomically: true, encoding: .utf8)
    }
    let run = BenchRun(try DatasetItems.directory(directory.path), by: PipelineContestant(.yin))
    let results = withExtendedLifetime(directory) { run.run().results }
    return BenchReport(
      provenance: TestReport.provenance, plan: BenchPlan(.accuracy, run), results: results)
  }

  @Test("a sound that ends before the first update has no reading, and that is no failure")
  func shortSound() throws {
    let directory = try TemporaryDirectory()
    var writer = try AudioFileWriter(
      path: directory.path + "/short.wav", sampleRate: SampleRate(48_000))
    try writer.write([Float](repeating: 0.01, count: 9600).span)
    try writer.finish()
    let row = "short.wav,made,CC0,room,noise,,,,,,,,,,,,,,,48000,0.2,0,,\n"
    try directory.write(Data((Self.header + row).utf8), to: "manifest.csv")
    let items = try DatasetItems.directory(directory.path)
    for updates in [2, 200] {
      var settings = RunSettings()
      settings.updatesPerSecond = updates
      let run = BenchRun(items, by: PipelineContestant(.yin), settings: settings)
      let results = withExtendedLifetime(directory) { run.run().results }
      #expect(results.map(\.failure) == [nil], "\(updates)")
      #expect(results.first?.score != nil)
    }
  }

  @Test("a good file is scored against its measured pitch")
  func good() throws {
    let result = try #require(try run(csv: Self.note("sine.wav")).first)
    let score = try #require(result.score)
    #expect(score.pitch.answered.share == 1)
    #expect(try #require(score.pitch.cents.magnitudes()).maximum < 0.1)
    #expect(score.within50.total == 13)  // 0.3, 0.35 … 0.9
  }

  @Test("the reference has the meaning of the reading: YIN is compared with the period")
  func meaning() throws {
    // 220·2^(10/1200) = 221.2744…
    let result = try run(csv: Self.note("sine.wav", period: "221.27445"))
    let cents = try #require(result[0].score?.pitch.cents.distribution())
    #expect(abs(cents.median + 10) < 0.1)
  }

  @Test(
    "grade C counts gross errors and no cents; grade D and no grade are analysed and not scored")
  func trust() throws {
    let results = try run(
      csv: Self.note("sine.wav", trust: "C") + Self.note("other.wav", trust: "D"))
    let coarse = try #require(results[0].score)
    #expect(coarse.pitch.cents.isEmpty)
    #expect(coarse.gross.total == 13)
    #expect(results[1].score == nil)
    #expect(results[1].unscoredReason != nil)
    #expect(results[1].failure == nil)
  }

  struct Row: CustomTestStringConvertible {
    let what: String
    let csv: String
    var files: [String: String] = [:]
    let says: String
    var testDescription: String { what }
  }

  static let rows = [
    Row(what: "missing file", csv: note("gone.wav"), says: "missing"),
    Row(
      what: "no audio", csv: note("text.wav"), files: ["text.wav": "hello"], says: "audio"),
    Row(what: "label out of range", csv: note("sine.wav", period: "3"), says: "period_hz"),
    Row(what: "another rate", csv: note("sine.wav", rate: 44_100), says: "44100"),
    Row(what: "another length", csv: note("sine.wav", duration: 5), says: "5.0 s"),
    Row(what: "unknown grade", csv: note("sine.wav", trust: "Z"), says: "trust"),
    Row(
      what: "annotation goes backwards", csv: phrase("sine.wav", track: "track.csv"),
      files: ["track.csv": "time_s,f0_hz,voiced\n0.1,220,1\n0.05,220,1\n"], says: "line 3"),
    Row(
      what: "annotation missing", csv: phrase("sine.wav", track: "track.csv"), says: "track.csv"),
  ]

  @Test("is named, and only its own item is left out", arguments: rows)
  func bad(row: Row) throws {
    let report = try results(of: row.csv + Self.note("other.wav"), row.files)
    let results = report.results
    #expect(results.count == 2)
    #expect(results[0].score == nil)
    #expect(try #require(results[0].failure).contains(row.says))
    #expect(results[1].score != nil)
    let items = try #require(report.tables.first?.rows.last)
    #expect(items.figures == [2, 1, 0, 0, 1, nil])
  }

  @Test("a cut-off recording is named and not scored")
  func cutOff() throws {
    let report = try results(
      of: Self.note("sine.wav") + Self.note("other.wav"), bytesOfOther: 60_000)
    #expect(report.results[0].score != nil)
    #expect(try #require(report.results[1].failure).contains("cut off"))
  }

  @Test("another recording under the same name makes another run")
  func replaced() throws {
    let rows = Self.note("sine.wav") + Self.note("other.wav")
    let plan = try results(of: rows).plan
    #expect(try results(of: rows).plan.datasets.values.sorted() == plan.datasets.values.sorted())
    let other = try results(of: rows, bytesOfOther: 60_000).plan
    #expect(other.datasets.values.sorted() != plan.datasets.values.sorted())
  }

  @Test("a recording in two rows is scored once, and the other row fails in the same set")
  func repeated() throws {
    let results = try run(csv: Self.note("sine.wav") + Self.note("sine.wav", period: "110"))
    #expect(results[0].score != nil)
    #expect(try #require(results[1].failure).contains("line 3"))
    #expect(results[0].set.hasSuffix(":made") && results[1].set == results[0].set)
  }

  @Test("every column of the steady parts has the recordings of grade C, except errors in cents")
  func gradeC() throws {
    let row = Self.note("sine.wav", trust: "C").replacingOccurrences(
      of: "57,220,220,0,220,220", with: "45,110,110,0,110,110")
    let report = try results(of: row)
    let table = try #require(report.tables.first { $0.name == "steady" })
    let figures = try #require(table.rows.last?.figures)
    let named = zip(table.columns.map(\.name), figures).reduce(into: [String: Double]()) {
      $0[$1.0] = $1.1
    }
    // The sine is an octave above the reference in the manifest.
    #expect(named["answered"] == 1 && named["gross"] == 1 && named["octave"] == 1)
    #expect(named["within 50 c"] == 0 && named["median"] == nil)
  }

  @Test(
    "a manifest.json without recordings is refused, and a number that is too large is explained")
  func emptyManifest() throws {
    #expect(throws: DatasetItemsError.self) {
      try run(csv: "", files: ["manifest.json": #"{"recordings":[]}"#])
    }
    let results = try run(
      csv: "",
      files: ["manifest.json": #"{"recordings":[{"file":"sine.wav","bytes":1e30}]}"#])
    let failure = try #require(results.first?.failure)
    #expect(!failure.contains("parsed"), "\(failure)")
  }

  @Test(
    "a manifest.json's wrong checksum and bad label are named, the manifest's own faults refused")
  func json() throws {
    let digest = String(repeating: "0", count: 64)
    func entry(_ file: String, _ more: String) -> String {
      #"{"file":"\#(file)","origin":{"member":"a"},"sha256":"\#(digest)","bytes":1,"channels":1,"#
        + #""frames":48000,"sample_rate":48000,"duration_s":1,"instrument":"x","#
        + #""known_errors":[],"clipped_samples":0,"period_hz":220,\#(more)}"#
    }
    let good = #""midi":57,"trust":"A","onset_s":0,"steady_start_s":0.3,"steady_end_s":0.9"#
    let manifest =
      #"{"schema":"headstock.dataset/1","name":"made","title":"t","kind":"recording","version":"1","#
      + #""licence":"x","copyright":"x","citation":"x","homepage":"x","known_errors":[],"#
      + #""source":{"registry":"pypi","package":"p","version":"1","file":"f","sha256":"\#(digest)","#
      + #""bytes":1},"recordings":["#
      + [
        entry("sine.wav", good), entry("other.wav", good.replacingOccurrences(of: "57", with: "5")),
        entry("back.wav", good.replacingOccurrences(of: "0.9", with: "0.1")),
      ].joined(separator: ",") + "]}"
    let results = try run(csv: "", files: ["manifest.json": manifest])
    let failures = results.map { $0.failure ?? "" }
    #expect(results.count == 3)
    #expect(failures[0].contains("SHA-256"))
    #expect(failures[1].contains("midi"))
    #expect(failures[2].contains("0.1 s"))
    #expect(throws: DatasetItemsError.self) {
      try run(csv: "", files: ["manifest.json": "{}"])
    }
  }
}
