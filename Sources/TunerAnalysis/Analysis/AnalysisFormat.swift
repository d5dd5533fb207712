// SPDX-License-Identifier: MIT

import Terminal

/// The file format of an analysis.
///
/// A format is registered only here, by its name and its writer. The writer has all other
/// properties.
package enum AnalysisFormat: String, CaseIterable, Sendable {
  case text, json, ndjson, csv, labels, jams, svl, midi

  /// The writer of the format.
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

  /// True if the format can represent updates; every format can represent notes.
  package var holdsFrames: Bool { writer.holdsFrames }

  /// True if the format can represent strokes, and the updates of all strings.
  package var holdsStrokes: Bool { writer.holdsStrokes }

  /// True if several recordings can follow one another on one stream.
  package var canFollow: Bool { writer.canFollow }

  /// True if one table can hold the rows of several recordings.
  package var hasSharedTable: Bool { writer.hasSharedTable }

  /// True if the results of many recordings can be appended to one file, each with its name.
  package var canBeAppended: Bool { writer.appendedRecords != nil }

  /// True if the format contains records for programs.
  package var holdsRecords: Bool { writer.holdsRecords }

  /// Finds the format of this name.
  ///
  /// - Parameter name: the name on the command line.
  /// - Throws: `UnknownFormatError`, which lists all names.
  package init(named name: String) throws(UnknownFormatError) {
    guard let format = Self(rawValue: name) else { throw UnknownFormatError(name: name) }
    self = format
  }

  /// The list of formats in the help: the names, some with the program that reads the format.
  package static var listing: String {
    allCases.map { format in
      format.rawValue + (format.writer.reader.map { " (for \($0))" } ?? "")
    }.joined(separator: ", ")
  }
}

/// The error for a name that no format has.
package struct UnknownFormatError: UsageError, Hashable {
  /// The name.
  package let name: String

  /// The fault and the names of all formats, in one sentence.
  package var description: String {
    let known = AnalysisFormat.allCases.map(\.rawValue).joined(separator: ", ")
    return "There is no format \"\(name)\". Choose from: \(known)"
  }
}
