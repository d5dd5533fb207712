// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Testing

@Suite("Corpus table")
struct CorpusTableTests {
  static let header =
    "path,source,licence,instrument,kind,technique,nominal_midi,string,fret,f1_hz,partial1_hz,"
    + "partial1_rel_db,partial1_snr_db,period_hz,ref_f0_hz,ref_spread_cents,inharm_B,glide_cents,"
    + "trust,onset_s,steady_t0_s,steady_t1_s,sample_rate,duration_s,clipped_samples,"
    + "noise_floor_db_rel_peak,annotation,note"

  /// A row of a single note, with some of its fields replaced.
  static func row(_ changes: [String: String] = [:]) -> String {
    let fields = [
      "path": "audio/steel/A2.flac", "source": "steel", "licence": "CC BY 3.0",
      "instrument": "\"acoustic steel, 20 frets\"", "kind": "single-note", "nominal_midi": "45",
      "f1_hz": "110.700", "partial1_hz": "110.7901", "partial1_rel_db": "-2.5",
      "partial1_snr_db": "58.6", "period_hz": "110.856", "ref_f0_hz": "110.842",
      "ref_spread_cents": "2.65", "inharm_B": "1.44e-04", "glide_cents": "5.7", "trust": "A",
      "onset_s": "0.02", "steady_t0_s": "0.270", "steady_t1_s": "1.770", "sample_rate": "44100",
      "duration_s": "5.189", "clipped_samples": "0", "noise_floor_db_rel_peak": "-32",
    ].merging(changes) { $1 }
    return header.split(separator: ",").map { fields[String($0)] ?? "" }.joined(separator: ",")
  }

  static func parse(_ changes: [String: String]) throws -> CorpusRecording {
    try #require(try CorpusTable.parse(header + "\n" + row(changes)).first)
  }

  @Test("reads every field in its unit")
  func reads() throws {
    let recording = try Self.parse([:])
    #expect(recording.path == "audio/steel/A2.flac")
    #expect(recording.instrument == "acoustic steel, 20 frets")
    #expect(recording.kind == .singleNote)
    #expect(recording.technique == nil)
    #expect(recording.nominalNote == 45)
    #expect(recording.firstPartial == Hertz(110.7901))
    #expect(recording.firstPartialLevel == Decibels(-2.5))
    #expect(recording.fit == Hertz(110.7))
    #expect(recording.period == Hertz(110.856))
    #expect(recording.consensus == Hertz(110.842))
    #expect(recording.spread == Cents(2.65))
    #expect(recording.inharmonicity == 1.44e-4)
    #expect(recording.glide == Cents(5.7))
    #expect(recording.trust == .a)
    #expect(recording.onset == 0.02)
    #expect(recording.steady == 0.27...1.77)
    #expect(recording.sampleRate == SampleRate(44_100))
    #expect(recording.duration == 5.189)
    #expect(recording.clippedSamples == 0)
    #expect(recording.annotation == nil)
  }

  @Test(
    "a recording is through a microphone only if its manifest says so",
    arguments: [
      ("\"nylon Spanish classical, AKG mic\"", true), ("\"archtop, mic\"", true),
      ("\"acoustic steel, microphone\"", true), ("\"acoustic steel, 20 frets\"", false),
      ("\"archtop, magnetic pickup DI\"", false), ("GM prog 30 Distortion Guitar", false),
      ("micro guitar", false),
    ])
  func microphone(instrument: String, expected: Bool) throws {
    #expect(try Self.parse(["instrument": instrument]).isThroughMicrophone == expected)
  }

  @Test("the capture precedes the description of the instrument, and may be empty")
  func capture() throws {
    let read = { (capture: String) in
      let text = "capture," + Self.header + "\n" + capture + ","
      return try CorpusTable.parse(text + Self.row(["instrument": "\"archtop, mic\""]))[0]
    }
    #expect(try read("").capture == nil && read("").isThroughMicrophone)
    #expect(try read("microphone").isThroughMicrophone)
    for capture in ["pickup", "sample"] { #expect(try !read(capture).isThroughMicrophone) }
    #expect(
      throws: AnnotationError.unknownLabel(
        .line(2), column: "capture", text: "ear", known: ["microphone", "pickup", "sample"])
    ) { try read("ear") }
  }

  @Test("an invalid row keeps its source")
  func source() throws {
    let text = [Self.header, Self.row(["kind": "riff"]), Self.row(["source": ""])]
    let entries = try CorpusTable.entries(text.joined(separator: "\n"))
    #expect(entries.map(\.source) == ["steel", nil])
  }

  @Test("scores partial readings against the first partial where it is above −35 dB, else the fit")
  func reference() throws {
    #expect(try Self.parse([:]).reference(for: .partial) == Hertz(110.7901))
    let just = try Self.parse(["partial1_rel_db": "-34.9"])
    #expect(just.reference(for: .partial) == Hertz(110.7901))
    let weak = try Self.parse(["partial1_rel_db": "-35"])
    #expect(weak.reference(for: .partial) == Hertz(110.7))
    let absent = try Self.parse(["partial1_hz": "", "partial1_rel_db": ""])
    #expect(absent.reference(for: .partial) == Hertz(110.7))
    #expect(try Self.parse(["f1_hz": "", "partial1_hz": ""]).reference(for: .partial) == nil)
  }

  @Test("scores period readings only against the period")
  func period() throws {
    #expect(try Self.parse([:]).reference(for: .period) == Hertz(110.856))
    #expect(try Self.parse(["period_hz": ""]).reference(for: .period) == nil)
  }

  @Test("only single notes have a reference", arguments: ["chord", "phrase", "noise"])
  func kinds(kind: String) throws {
    let recording = try Self.parse(["kind": kind])
    #expect(recording.reference(for: .partial) == nil)
    #expect(recording.reference(for: .period) == nil)
  }

  @Test("noise needs no labels, and a remark after a track's path is not part of the path")
  func sparse() throws {
    let empty = [
      "nominal_midi", "f1_hz", "partial1_hz", "partial1_rel_db", "period_hz", "ref_f0_hz",
      "ref_spread_cents", "inharm_B", "glide_cents", "trust", "onset_s", "steady_t0_s",
      "steady_t1_s",
    ]
    var changes = Dictionary(uniqueKeysWithValues: empty.map { ($0, "") })
    changes["kind"] = "noise"
    let noise = try Self.parse(changes)
    #expect(noise.trust == nil && noise.steady == nil && noise.fit == nil)
    let phrase = try Self.parse(["annotation": "tracks/slide.csv (consensus 136/429 frames)"])
    #expect(phrase.annotation == "tracks/slide.csv")
  }

  @Test("grades select the scores of a reference")
  func grades() {
    #expect(ReferenceGrade.allCases.filter(\.allowsCents) == [.a, .b])
    #expect(ReferenceGrade.allCases.filter(\.allowsGross) == [.a, .b, .c])
  }

  struct Failure: CustomTestStringConvertible {
    let changes: [String: String]
    let error: AnnotationError
    var testDescription: String { "\(changes)" }
  }

  static let failures = [
    Failure(
      changes: ["path": "../secret.wav"], error: .unsafePath(.line(3), path: "../secret.wav")),
    Failure(changes: ["path": "/etc/x.wav"], error: .unsafePath(.line(3), path: "/etc/x.wav")),
    Failure(changes: ["annotation": "a/../../b"], error: .unsafePath(.line(3), path: "a/../../b")),
    Failure(changes: ["path": ""], error: .emptyField(.line(3), column: "path")),
    Failure(
      changes: ["kind": "riff"],
      error: .unknownLabel(
        .line(3), column: "kind", text: "riff", known: ["single-note", "chord", "phrase", "noise"])),
    Failure(
      changes: ["trust": "E"],
      error: .unknownLabel(.line(3), column: "trust", text: "E", known: ["A", "B", "C", "D"])),
    Failure(
      changes: ["partial1_hz": "1.2"],
      error: .outOfRange(.line(3), column: "partial1_hz", value: 1.2, range: 10...20_000)),
    Failure(
      changes: ["nominal_midi": "45.5"],
      error: .notANumber(.line(3), column: "nominal_midi", text: "45.5")),
    Failure(
      changes: ["nominal_midi": "200"],
      error: .outOfRange(.line(3), column: "nominal_midi", value: 200, range: 0...127)),
    Failure(changes: ["f1_hz": "nan"], error: .notFinite(.line(3), column: "f1_hz")),
    Failure(
      changes: ["steady_t1_s": "0.1"],
      error: .rangeBackwards(
        .line(3), columns: ["steady_t0_s", "steady_t1_s"], start: 0.27, end: 0.1)),
    Failure(
      changes: ["steady_t1_s": "5.2"],
      error: .outOfRange(.line(3), column: "steady_t1_s", value: 5.2, range: 0...5.189)),
    Failure(changes: ["sample_rate": ""], error: .emptyField(.line(3), column: "sample_rate")),
    Failure(
      changes: ["note": "the path of the row above"],
      error: .repeatedPath(.line(3), path: "audio/steel/A2.flac")),
    Failure(
      changes: ["note": "a,b"], error: .columnCount(.line(3), required: 28...28, actual: 29)),
  ]

  @Test("names line and reason of an invalid value", arguments: failures)
  func fails(row: Failure) {
    let text = [Self.header, Self.row(), Self.row(row.changes)].joined(separator: "\r\n")
    #expect(throws: row.error) { try CorpusTable.parse(text) }
  }

  @Test("requires its columns")
  func columns() {
    #expect(throws: AnnotationError.empty) { try CorpusTable.parse(Self.header) }
    #expect(throws: AnnotationError.missingColumn("source")) {
      try CorpusTable.parse("path\nx.wav")
    }
  }

  @Test("needs exactly the columns and the values that Datasets/README.md calls required")
  func documentedColumns() throws {
    let columns = try DocumentedFields.manifest("Columns of a table")
    let names = Self.header.split(separator: ",").map(String.init)
    let spare = ["string", "fret", "partial1_snr_db", "noise_floor_db_rel_peak"]
    #expect(Set(columns.map(\.name)) == Set(names).subtracting(spare).union(["capture"]))
    for (name, isRequired) in columns where names.contains(name) {
      let isRead = (try? Self.parse([name: ""])) != nil
      #expect(isRead == !isRequired, "\(name)")
      let header = Self.header.replacing(name, with: name + "_")
      #expect(throws: AnnotationError.missingColumn(name)) {
        try CorpusTable.parse(header + "\n" + Self.row())
      }
    }
  }

  @Test("paths that differ by composition only are those of two recordings")
  func canonicallyEquivalentPaths() throws {
    let rows = ["\u{E9}.wav", "e\u{301}.wav"].map { Self.row(["path": $0]) }
    let text = ([Self.header] + rows).joined(separator: "\n")
    #expect(try CorpusTable.parse(text).count == 2)
  }
}
