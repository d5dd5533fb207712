// SPDX-License-Identifier: MIT

import ArgumentParser
import Benchmarking
import FileStore
import Terminal

/// Reads and writes the documents of the bench.
enum ReportFile {
  /// The path that stands for standard output.
  static let standardOutput = "-"
  /// The option whose document can go to standard output.
  private static let json = "--json"

  /// The error of an unreadable document.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
  }

  /// Reads one JSON document.
  ///
  /// - Parameters:
  ///   - type: the document.
  ///   - path: the file.
  ///   - fault: the message for any other document, with the remedy.
  /// - Returns: the document.
  /// - Throws: `Failure` naming the file.
  static func read<Document: Decodable>(
    _ type: Document.Type, from path: String,
    orSay fault: String = "it is not a report of tuner-bench. Write one with --json"
  ) throws(Failure) -> Document {
    try ReportDocument(path: path).decoded(as: type, orSay: fault)
  }

  /// Requires a path of its own for each output, and a file for all but the JSON document.
  ///
  /// - Throws: `ValidationError` for two options with the same path, and for another output than
  ///   the document to standard output.
  static func validate(_ outputs: [(option: String, path: String?)]) throws {
    for (option, path) in outputs where path == standardOutput && option != json {
      throw ValidationError("\(option) needs a file. Only --json writes to standard output.")
    }
    // A device has no place, but takes one document only.
    let sameNames = Dictionary(
      grouping: outputs.filter { $0.path != nil }, by: { PathKey($0.path ?? "") }
    ).values.first { $0.count > 1 }
    let named = sameNames.map { (first: $0[0].option, second: $0[1].option) }
    if let (first, second) = named ?? FilePlace.shared(by: files(outputs)) {
      throw ValidationError("\(first) and \(second) name the same file. Name two files.")
    }
  }

  /// Refuses an output that would replace one of the reports that are read.
  ///
  /// - Throws: `ValidationError`.
  static func validate(
    _ outputs: [(option: String, path: String?)], sparing inputs: [String]
  ) throws {
    for input in inputs {
      for (option, path) in files(outputs) {
        guard FilePlace.shared(by: [("", input), (option, path)]) != nil else { continue }
        throw ValidationError("\(option) would replace the report \(input). Name another file.")
      }
    }
  }

  /// Returns the outputs without the one to standard output.
  private static func files(
    _ outputs: [(option: String, path: String?)]
  ) -> [(option: String, path: String?)] {
    outputs.filter { $0.path != standardOutput }
  }

  /// Checks before a long run that files can be created at these paths.
  ///
  /// - Throws: `FileStoreError` for the first path that fails.
  static func probe(_ paths: [String?]) throws(FileStoreError) {
    for path in paths.compactMap({ $0 }) where path != standardOutput {
      _ = try AtomicFile(path: path)
    }
  }

  /// Writes a document: a file atomically, or standard output.
  ///
  /// - Throws: `FileStoreError` or `StreamError` when the write fails.
  static func write(_ text: String, to path: String) throws {
    if path == standardOutput { return try StandardOutput.writeIfRead(text) }
    var file = try AtomicFile(path: path)
    try file.write(text)
    try file.commit()
  }

  /// Prints tables, or nothing if standard output has the document, which contains the figures.
  ///
  /// - Parameters:
  ///   - text: the tables.
  ///   - json: the path of the document; `nil` for none.
  /// - Throws: `StreamError`.
  static func printTables(_ text: String, besides json: String?) throws {
    if json != standardOutput { try StandardOutput.writeIfRead(text) }
  }

  /// Prints the reasons of items that failed on standard error.
  ///
  /// The tables of one detector contain them. A comparison has only the first one, and standard
  /// output may have a document instead.
  static func printFailures(_ failures: [ItemResult]) {
    for item in failures {
      StandardError.write(
        "tuner-bench: \(printable(item.item)): \(printable(item.failure ?? "failed"))\n")
    }
  }

  /// Prints the changes against a baseline, on standard error if standard output has the document.
  ///
  /// - Parameters:
  ///   - text: the changes, which no document contains.
  ///   - json: the path of the document; `nil` for none.
  /// - Throws: `StreamError`.
  static func printChanges(_ text: String, besides json: String?) throws {
    if json == standardOutput { return StandardError.write(text) }
    try StandardOutput.writeIfRead("\n" + text)
  }
}
