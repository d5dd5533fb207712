// SPDX-License-Identifier: MIT

import Acoustics
import Evaluation
import Foundation
import Testing

@Suite("Dataset manifest")
struct DatasetManifestTests {
  static func read(_ text: ManifestText) throws -> DatasetManifest {
    try JSONDecoder().decode(DatasetManifest.self, from: text.data)
  }

  @Test("reads every field in its unit")
  func reads() throws {
    let manifest = try Self.read(
      ManifestText().setting("1.origin", to: "{\"sample\": 7, \"name\": \"B\"}"))
    try manifest.validate()
    #expect((manifest.name, manifest.kind, manifest.version) == ("small-1", .recording, "1"))
    #expect(
      manifest.sources.map(\.registry) == [.pypi] && manifest.sources.map(\.byteCount) == [100])
    #expect(manifest.byteCount == 2 * 88244)
    try #require(manifest.recordings.count == 2)
    let recording = manifest.recordings[0]
    #expect(recording.file == "A2.wav")
    #expect(recording.origin == .member("small-1.0/A2.wav"))
    #expect(manifest.recordings[1].origin == .sample(7, name: "B"))
    #expect((recording.channelCount, recording.frameCount) == (1, 44100))
    #expect((recording.string, recording.fret, recording.labelNote) == (5, 0, nil))
    #expect(recording.firstPartialSNR == Decibels(60))
    let reference = recording.reference
    #expect((reference.nominalNote, reference.trust) == (45, .a))
    #expect(reference.firstPartial == Hertz(110.1))
    #expect((reference.fit, reference.period) == (Hertz(109.9), Hertz(110)))
    #expect((reference.spread, reference.glide) == (Cents(1.5), Cents(-0.5)))
    #expect((reference.onset, reference.steady) == (0.1, 0.3...0.9))
    #expect(reference.sampleRate == SampleRate(44100))
    #expect(reference.note == nil)
  }

  @Test("a chord, a phrase and a noise need no note; an unknown kind is refused")
  func kinds() throws {
    for kind in ["chord", "phrase", "noise"] {
      let text = ManifestText().setting("1.kind", to: "\"\(kind)\"").setting("1.midi", to: nil)
      let manifest = try Self.read(text)
      try manifest.validate()
      #expect(manifest.recordings[1].reference.kind.rawValue == kind)
      #expect(manifest.recordings[1].reference.nominalNote == nil)
    }
    #expect(throws: DecodingError.self) {
      try Self.read(ManifestText().setting("1.kind", to: "\"melody\""))
    }
  }

  @Test("the capture of a recording is read, and another word is refused")
  func capture() throws {
    let words: [(String?, Bool)] = [
      ("\"microphone\"", true), ("\"pickup\"", false), ("\"sample\"", false), (nil, false),
    ]
    for (word, expected) in words {
      let manifest = try Self.read(ManifestText().setting("0.capture", to: word))
      #expect(manifest.recordings[0].reference.isThroughMicrophone == expected)
    }
    #expect(throws: DecodingError.self) {
      try Self.read(ManifestText().setting("0.capture", to: "\"ear\""))
    }
  }

  @Test("a manifest needs exactly the fields that Datasets/README.md calls required")
  func required() throws {
    for (section, prefix) in [("a set", ""), ("a recording", "1.")] {
      let fields = try DocumentedFields.manifest("Fields of " + section)
      #expect(fields.count > 10)
      for (field, isRequired) in fields where field != "recordings" {
        let text = ManifestText().setting(prefix + field, to: nil)
        let isRead = (try? Self.read(text)) != nil
        #expect(isRead == !isRequired, "\(field)")
      }
    }
  }

  @Test("recordings name their source if there are several, and two equal names are refused")
  func sources() throws {
    func source(_ file: String) -> String {
      "{\"registry\":\"debian\",\"package\":\"p\",\"version\":\"1\",\"file\":\"\(file)\","
        + "\"sha256\":\"\(String(repeating: "0a", count: 32))\",\"bytes\":1}"
    }
    func text(_ files: [String]) -> ManifestText {
      ManifestText().setting("sources", to: "[\(files.map(source).joined(separator: ","))]")
        .setting("0.origin", to: "{\"file\": \"a\", \"whole\": true}")
        .setting("1.origin", to: "{\"file\": \"b\", \"patch_sample\": 3, \"name\": \"x\"}")
    }
    let manifest = try Self.read(text(["a", "b"]))
    try manifest.validate()
    #expect(manifest.recordings.map(\.origin) == [.whole, .patchSample(3, name: "x")])
    #expect(manifest.recordings.map { manifest.source(of: $0)?.file } == ["a", "b"])
    for (files, field) in [(["a", "b", "b"], "source.file"), (["a", "c"], "origin.file")] {
      #expect {
        try Self.read(text(files)).validate()
      } throws: { ($0 as? ManifestError)?.field == field }
    }
    // With several sources, one that is not named is not guessed.
    let unnamed = text(["a", "b"]).setting("1.origin", to: "{\"whole\": true}")
    #expect {
      try Self.read(unnamed).validate()
    } throws: { ($0 as? ManifestError)?.field == "origin.file" }
  }

  @Test("a set that is not installed by the program needs neither source nor origin")
  func sourceless() throws {
    let text = ManifestText().setting("sources", to: "[]").setting("0.origin", to: nil)
      .setting("0.annotation", to: "{\"file\": \"A2.jams\"}")
    let manifest = try Self.read(text)
    try manifest.validate()
    #expect(manifest.sources.isEmpty)
    #expect(manifest.recordings[0].annotation?.file == "A2.jams")
    #expect(manifest.recordings[0].annotation?.sha256 == nil)
    #expect(manifest.recordings[0].reference.annotation == "A2.jams")
  }

  @Test(
    "unknown fields may be null or left out",
    arguments: [
      "string", "fret", "technique", "partial1_hz", "f1_hz", "period_hz", "spread_cents",
      "glide_cents", "inharmonicity", "trust", "onset_s", "steady_start_s", "label_midi",
    ])
  func allowsAbsence(field: String) throws {
    for value in [nil, "null"] {
      try Self.read(ManifestText().setting("0.\(field)", to: value)).validate()
    }
  }

  @Test(
    "the decoder names a field of a wrong type, a missing field and an unknown word",
    arguments: [
      ("name", nil, "name"), ("kind", "\"field\"", "kind"), ("recordings", "{}", "recordings"),
      ("source.registry", "\"npm\"", "registry"), ("source.bytes", "1.5", "bytes"),
      ("1.file", "7", "file"), ("1.midi", nil, "midi"), ("1.midi", "44.9", "midi"),
      ("1.sample_rate", "0", "sample_rate"), ("1.sample_rate", "-1", "sample_rate"),
      ("1.trust", "\"E\"", "trust"), ("1.steady_end_s", "0.2", "steady_end_s"),
      ("1.steady_end_s", "0.3", "steady_end_s"), ("1.origin", "{}", "sample"),
      ("1.frames", "1e300", "frames"), ("1.known_errors", "null", "known_errors"),
    ] as [(String, String?, String)])
  func refusesToDecode(field: String, value: String?, key: String) {
    #expect {
      try Self.read(ManifestText().setting(field, to: value))
    } throws: { error in
      switch error as? DecodingError {
      case .keyNotFound(let missing, _): missing.stringValue == key
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        // Foundation reports a number that no integer holds without its place.
        context.codingPath.last?.stringValue == key
          || (context.codingPath.isEmpty && ["1.5", "44.9", "1e300"].contains(value))
      default: false
      }
    }
  }
}
