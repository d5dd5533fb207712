// SPDX-License-Identifier: MIT

import ArgumentParser

/// What an analysis is printed as.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case text, csv, ndjson

  /// The ending of a file that holds it.
  var fileExtension: String {
    switch self {
    case .text: "txt"
    case .csv: "csv"
    case .ndjson: "ndjson"
    }
  }
}

/// What an analysis prints: an answer per update or per note.
enum OutputContent {
  case frames, notes
}
