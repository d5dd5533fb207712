// SPDX-License-Identifier: MIT

import ArgumentParser

/// What an analysis is written as.
///
/// A format is registered here and nowhere else, by its name and its writer, which says the rest.
enum AnalysisFormat: String, CaseIterable {
  case text, json, ndjson, csv, labels, jams, svl, midi

  /// What writes it.
  var writer: any AnalysisWriter.Type {
    switch self {
    case .text: TextWriter.self
    case .json: JSONWriter.self
    case .ndjson: NDJSONWriter.self
    case .csv: CSVWriter.self
    case .labels: LabelWriter.self
    case .jams: JAMSWriter.self
    case .svl: SVLWriter.self
    case .midi: MIDIWriter.self
    }
  }

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

  /// All names, with the programs that some are for, as help lists them.
  static var listing: String {
    allCases.map { format in
      format.rawValue + (format.writer.reader.map { " (for \($0))" } ?? "")
    }.joined(separator: ", ")
  }
}
