// SPDX-License-Identifier: MIT

import Evaluation
import Foundation
import Testing

@Suite("Manifest validation")
struct ManifestValidationTests {
  /// One edit of a valid manifest, and the field that the error names.
  struct Row: CustomTestStringConvertible, Sendable {
    let field: String
    let value: String
    /// The field of the error, where it is not the edited field.
    var blamed: String?

    init(_ field: String, _ value: String, blamed: String? = nil) {
      (self.field, self.value, self.blamed) = (field, value, blamed)
    }

    var testDescription: String { "\(field) = \(value.prefix(40))" }
  }

  static let digest = String(repeating: "0a", count: 32)

  static let manifestRows = [
    Row("schema", "\"headstock.dataset/2\""), Row("schema", "\"\""),
    Row("name", "\"\""), Row("name", "\"Small\""), Row("name", "\"a/b\""), Row("name", "\"..\""),
    Row("name", "\"a b\""), Row("name", "\"é\""), Row("recordings", "[]"),
    Row("source.package", "\"\""), Row("source.package", "\"-rf\""),
    Row("source.package", "\"a b\""), Row("source.package", "\"a\\nb\""),
    Row("source.version", "\"\""), Row("source.version", "\"1 --index-url x\""),
    Row("source.sha256", "\"\(digest.dropLast())\""), Row("source.sha256", "\"\(digest)0\""),
    Row("source.sha256", "\"\(digest.uppercased())\""),
    Row("source.sha256", "\"g\(digest.dropFirst())\""),
    Row("source.bytes", "0"), Row("source.bytes", "-1"), Row("source.bytes", "1099511627777"),
    Row("source.file", "\"\""), Row("source.file", "\"/etc/passwd\""),
    Row("source.file", "\"../evil\""), Row("source.file", "\"a/../../evil\""),
    Row("source.file", "\"a//b\""), Row("source.file", "\"./a\""), Row("source.file", "\"a/\""),
    Row("source.file", "\"a\\u0000b\""),
  ]

  static let fileRows = [
    Row("file", "\"A2.wav\""), Row("file", "\"\""), Row("file", "\"B.txt\""),
    Row("file", "\"d/B.wav\""), Row("file", "\"/B.wav\""), Row("file", "\"../B.wav\""),
    Row("file", "\".wav\""), Row("file", "\"B\\u0000.wav\""), Row("file", "\"B\\n.wav\""),
    Row("file", "\"B\\u001b[2J.wav\""),
    Row("sha256", "\"\""), Row("sha256", "\"\(digest.uppercased())\""),
    Row("bytes", "0"), Row("bytes", "9223372036854775807"),
    Row("channels", "0"), Row("channels", "65"),
    Row("sample_rate", "7999"), Row("sample_rate", "192001"),
    Row("frames", "0", blamed: "duration_s"), Row("frames", "-44100", blamed: "duration_s"),
    Row("frames", "44200", blamed: "duration_s"), Row("duration_s", "1.002"),
    Row("origin", "{\"member\": \"\"}", blamed: "origin.member"),
    Row("origin", "{\"member\": \"/abs.wav\"}", blamed: "origin.member"),
    Row("origin", "{\"member\": \"a/../../B.wav\"}", blamed: "origin.member"),
    Row("origin", "{\"sample\": -1, \"name\": \"\"}", blamed: "origin.sample"),
    Row("origin", "{\"patch_sample\": -1, \"name\": \"\"}", blamed: "origin.patch_sample"),
    Row("origin", "{\"patch_sample\": 255, \"name\": \"\"}", blamed: "origin.patch_sample"),
    Row("origin", "{\"file\": \"other\", \"whole\": true}", blamed: "origin.file"),
    Row("annotation", "{\"file\": \"../x.csv\"}", blamed: "annotation.file"),
    Row("annotation", "{\"file\": \"/x.csv\"}", blamed: "annotation.file"),
    Row("annotation", "{\"file\": \"x.csv\", \"sha256\": \"0\"}", blamed: "annotation.sha256"),
    Row("origin", "{\"sample\": 65536, \"name\": \"\"}", blamed: "origin.sample"),
  ]

  static let referenceRows = [
    Row("midi", "11"), Row("midi", "109"), Row("string", "0"), Row("string", "13"),
    Row("fret", "-1"), Row("fret", "31"), Row("partial1_hz", "19.9"),
    Row("partial1_hz", "5000.1"), Row("f1_hz", "0"), Row("f1_hz", "-110"),
    Row("period_hz", "10"), Row("period_hz", "220"),  // the octave of the nominal note
    Row("period_hz", "100.8"),  // 151.3 cents below 110 Hz
    Row("period_hz", "120.1"),  // 152.1 cents above
    Row("spread_cents", "-0.1"), Row("onset_s", "-0.1"), Row("onset_s", "1.1"),
    Row("steady_start_s", "-0.1", blamed: "steady_end_s"), Row("steady_end_s", "1.1"),
  ]

  static func error(_ field: String, _ value: String) throws -> ManifestError? {
    let manifest = try DatasetManifestTests.read(ManifestText().setting(field, to: value))
    do {
      try manifest.validate()
      return nil
    } catch {
      return error
    }
  }

  @Test("a wrong value of the set names the set and the field", arguments: manifestRows)
  func refusesManifest(row: Row) throws {
    let error = try #require(try Self.error(row.field, row.value))
    #expect(error.field == row.field)
    #expect(error.recording == nil)
    let name = row.field == "name" ? String(row.value.dropFirst().dropLast()) : "small-1"
    #expect(error.manifest == name)
    #expect(error.description == "the manifest of \(name): \(row.field) \(error.reason)")
  }

  @Test("a wrong value of a recording names the recording too", arguments: fileRows + referenceRows)
  func refusesRecording(row: Row) throws {
    let error = try #require(try Self.error("1.\(row.field)", row.value))
    #expect(error.field == row.blamed ?? row.field)
    #expect(error.manifest == "small-1")
    let file = try DatasetManifestTests.read(
      ManifestText().setting("1.\(row.field)", to: row.value)
    ).recordings[1].file
    #expect(error.recording == file)
    #expect(error.description.contains("small-1, \(file): \(error.field) "))
  }

  @Test(
    "each range includes its ends",
    arguments: [
      Row("string", "1"), Row("string", "12"), Row("fret", "0"), Row("fret", "30"),
      Row("bytes", "1"), Row("bytes", "1099511627776"), Row("channels", "1"),
      Row("channels", "64"), Row("partial1_hz", "20"), Row("partial1_hz", "5000"),
      Row("spread_cents", "0"), Row("onset_s", "0"), Row("onset_s", "1"),
      Row("period_hz", "100.9"), Row("period_hz", "119.9"),  // 149.6 and 149.2 cents away
      Row("origin", "{\"sample\": 0, \"name\": \"\"}"),
      Row("origin", "{\"sample\": 65535, \"name\": \"\"}"),
      Row("origin", "{\"patch_sample\": 254, \"name\": \"\"}"),
      Row("origin", "{\"file\": \"small-1.0.tar.gz\", \"member\": \"a\"}"),
      Row("file", "\"B.FLAC\""), Row("file", "\"B.mp3\""), Row("file", "\"B.aiff\""),
      Row("annotation", "{\"file\": \"tracks/B.jams\"}"),
    ])
  func acceptsEnds(row: Row) throws {
    #expect(try Self.error("1.\(row.field)", row.value) == nil)
  }
}
