// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import Foundation
import Terminal

/// What `datasets list` says of one set.
struct DatasetRow {
  let manifest: DatasetManifest
  let presence: DatasetLibrary.Presence
  let directory: String
}

/// Renders the list of sets.
enum DatasetTable {
  /// Returns the table for a person.
  static func text(_ rows: [DatasetRow], root: String) -> String {
    let header = ["NAME", "RECORDINGS", "SIZE", "LICENCE", "STATE", "WHAT"]
    let cells = rows.map { row in
      [
        row.manifest.name, "\(row.manifest.recordings.count)",
        megabytes(row.manifest.byteCount), row.manifest.licence, word(row.presence),
        row.manifest.title,
      ]
    }
    let widths = header.indices.map { column in
      ([header] + cells).map { $0[column].count }.max() ?? 0
    }
    let lines = ([header] + cells).map { line in
      zip(line, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        .joined(separator: "  ").trimmingCharacters(in: .whitespaces)
    }
    return lines.joined(separator: "\n") + "\n\nKept in \(printable(root))\n"
  }

  /// Returns one JSON document for programs.
  static func json(_ rows: [DatasetRow]) throws -> String {
    let document = Document(
      datasets: rows.map { row in
        Document.Dataset(
          name: row.manifest.name, title: row.manifest.title, version: row.manifest.version,
          licence: row.manifest.licence, citation: row.manifest.citation,
          recordings: row.manifest.recordings.count, byteCount: row.manifest.byteCount,
          state: word(row.presence), directory: row.directory)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  private struct Document: Encodable {
    struct Dataset: Encodable {
      let name, title, version, licence, citation: String
      let recordings: Int
      let byteCount: Int
      let state, directory: String

      enum CodingKeys: String, CodingKey {
        case name, title, version, licence, citation, recordings
        case byteCount = "size_bytes"
        case state, directory
      }
    }

    var schema = "tuner-bench.datasets/1"
    let datasets: [Dataset]
  }

  private static func word(_ presence: DatasetLibrary.Presence) -> String {
    switch presence {
    case .installed: "installed"
    case .damaged: "damaged"
    case .absent: "not installed"
    }
  }

  private static func megabytes(_ bytes: Int) -> String {
    "\((bytes + 500_000) / 1_000_000) MB"
  }
}
