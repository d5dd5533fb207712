// SPDX-License-Identifier: MIT

import Foundation

/// A small valid manifest as JSON, in which single fields can be replaced.
struct ManifestText {
  private static let digest = "\"\(String(repeating: "0a", count: 32))\""

  private var fields = [
    "schema": "\"headstock.dataset/1\"", "name": "\"small-1\"", "title": "\"Two notes\"",
    "kind": "\"recording\"", "version": "\"1\"", "licence": "\"MIT\"", "copyright": "\"(c)\"",
    "citation": "\"nobody\"", "homepage": "\"https://example.org\"", "known_errors": "[]",
  ]
  private var source = [
    "registry": "\"pypi\"", "package": "\"small\"", "version": "\"1.0\"",
    "file": "\"small-1.0.tar.gz\"", "sha256": digest, "bytes": "100",
  ]
  private var recordings = [recording("A2.wav"), recording("B.wav")]

  private static func recording(_ file: String) -> [String: String] {
    [
      "file": "\"\(file)\"", "origin": "{\"member\": \"small-1.0/\(file)\"}", "sha256": digest,
      "bytes": "88244", "channels": "1", "frames": "44100", "sample_rate": "44100",
      "duration_s": "1.0", "midi": "45", "string": "5", "fret": "0", "instrument": "\"guitar\"",
      "technique": "\"pluck\"", "partial1_hz": "110.1", "partial1_level_db": "0.0",
      "partial1_snr_db": "60.0", "f1_hz": "109.9", "period_hz": "110.0", "spread_cents": "1.5",
      "glide_cents": "-0.5", "inharmonicity": "1e-4", "trust": "\"A\"", "onset_s": "0.1",
      "steady_start_s": "0.3", "steady_end_s": "0.9", "clipped_samples": "0",
      "label_midi": "null", "known_errors": "[]",
    ]
  }

  /// The same with another JSON value in a field: `name`, `source.name`, or `1.name` in the second
  /// recording; `nil` leaves the field out.
  func setting(_ field: String, to value: String?) -> ManifestText {
    var copy = self
    let steps = field.split(separator: ".").map(String.init)
    if steps.count == 1 {
      copy.fields[field] = value
    } else if steps[0] == "source" {
      copy.source[steps[1]] = value
    } else if let index = Int(steps[0]) {
      copy.recordings[index][steps[1]] = value
    }
    return copy
  }

  /// The document.
  var data: Data {
    var whole = fields
    whole["source"] = whole["source"] ?? Self.object(source)
    whole["recordings"] =
      whole["recordings"] ?? "[\(recordings.map(Self.object).joined(separator: ","))]"
    return Data(Self.object(whole).utf8)
  }

  private static func object(_ fields: [String: String]) -> String {
    "{" + fields.map { "\"\($0)\":\($1)" }.sorted().joined(separator: ",") + "}"
  }
}
