// SPDX-License-Identifier: MIT

import Datasets
import Evaluation
import Foundation
import Terminal

/// A row of `datasets list`.
struct DatasetRow {
  let name, title, version, licence, citation: String
  let recordingCount: Int
  /// The length of the download in bytes.
  let downloadByteCount: Int
  /// True if the length is exact, and not an upper limit.
  let isDownloadKnown: Bool
  /// The length on disk in bytes.
  let byteCount: Int
  /// True if the length is exact, and not an estimate.
  let isSizeKnown: Bool
  let presence: DatasetLibrary.Presence
  let directory: String

  init(
    _ choice: DatasetSelection.Choice, presence: DatasetLibrary.Presence, directory: String
  ) {
    self.presence = presence
    self.directory = directory
    switch choice {
    case .package(let set):
      (name, title, version) = (set.name, set.title, set.version)
      (licence, citation) = (set.licence, set.citation)
      recordingCount = set.recordings.count
      downloadByteCount = set.sources.reduce(0) { $0 + $1.byteCount }
      byteCount = set.byteCount
      (isDownloadKnown, isSizeKnown) = (true, true)
    case .download(let set):
      (name, title, version) = (set.name, set.title, set.version)
      (licence, citation) = (set.licence, set.citation)
      recordingCount = set.recordingCount
      downloadByteCount = set.downloadByteCount
      byteCount = set.installedByteCount
      (isDownloadKnown, isSizeKnown) = (set.isSizePublished, false)
    }
  }
}

/// Renders the list of sets.
enum DatasetTable {
  /// Returns the table for a person.
  static func text(_ rows: [DatasetRow], root: String) -> String {
    let header = ["NAME", "RECORDINGS", "DOWNLOAD", "SIZE", "LICENCE", "STATE", "WHAT"]
    let cells = rows.map { row in
      [
        row.name, "\(row.recordingCount)",
        (row.isDownloadKnown ? "" : "< ") + megabytes(row.downloadByteCount),
        (row.isSizeKnown ? "" : "~ ") + megabytes(row.byteCount), row.licence,
        word(row.presence), row.title,
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
          name: row.name, title: row.title, version: row.version, licence: row.licence,
          citation: row.citation, recordings: row.recordingCount,
          downloadByteCount: row.downloadByteCount, byteCount: row.byteCount,
          isEstimated: !(row.isDownloadKnown && row.isSizeKnown), state: word(row.presence),
          directory: row.directory)
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self) + "\n"
  }

  private struct Document: Encodable {
    struct Dataset: Encodable {
      let name, title, version, licence, citation: String
      let recordings: Int
      let downloadByteCount, byteCount: Int
      let isEstimated: Bool
      let state, directory: String

      enum CodingKeys: String, CodingKey {
        case name, title, version, licence, citation, recordings
        case downloadByteCount = "download_bytes"
        case byteCount = "size_bytes"
        case isEstimated = "sizes_estimated"
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
