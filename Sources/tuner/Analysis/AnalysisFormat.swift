// SPDX-License-Identifier: MIT

import ArgumentParser

/// What an analysis is written as.
enum AnalysisFormat: String, CaseIterable {
  case text, json, ndjson, csv, labels, jams, svl, midi

  /// Finds the format of this name.
  ///
  /// - Throws: `ValidationError` with all names, on one line.
  init(named name: String) throws {
    guard let format = Self(rawValue: name) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no format \"\(name)\". Choose from: \(known)")
    }
    self = format
  }

  /// The ending of a file that holds it.
  var fileExtension: String {
    switch self {
    case .text: "txt"
    case .labels: "labels.txt"
    case .midi: "mid"
    case .json, .ndjson, .csv, .jams, .svl: rawValue
    }
  }

  /// Whether what comes of several recordings can follow one another on one stream.
  var canFollow: Bool {
    switch self {
    case .text, .json, .ndjson, .labels: true
    case .csv, .jams, .svl, .midi: false
    }
  }

  /// Whether every record reaches standard output as soon as it is rendered.
  var isImmediate: Bool { self == .text || self == .ndjson }
}
