// SPDX-License-Identifier: MIT

import ArgumentParser
import FileStore
import Foundation

/// Reads and writes the documents of the bench.
enum ReportFile {
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
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(path: path, reason: "the file can't be read. Check its name")
    }
    do {
      return try JSONDecoder().decode(type, from: data)
      // Without a place in the document, it is no JSON at all.
    } catch let DecodingError.dataCorrupted(context) where !context.codingPath.isEmpty {
      throw Failure(path: path, reason: context.debugDescription)
    } catch {
      throw Failure(path: path, reason: fault)
    }
  }

  /// Returns the name and version of a document's format; `nil` for a document without one.
  ///
  /// - Throws: `Failure` naming the file.
  static func schema(of path: String) throws(Failure) -> String? {
    struct Heading: Decodable { let schema: String? }
    return try read(Heading.self, from: path).schema
  }

  /// Requires a path of its own for each output.
  ///
  /// - Throws: `ValidationError` for two options with the same path.
  static func validate(_ outputs: [(option: String, path: String?)]) throws {
    var options: [String: String] = [:]
    for (option, path) in outputs {
      guard let path else { continue }
      if let other = options.updateValue(option, forKey: path) {
        throw ValidationError("\(other) and \(option) name the same file. Name two files.")
      }
    }
  }

  /// Checks before a long run that files can be created at these paths.
  ///
  /// - Throws: `FileStoreError` for the first path that fails.
  static func probe(_ paths: [String?]) throws(FileStoreError) {
    for path in paths.compactMap({ $0 }) { _ = try AtomicFile(path: path) }
  }

  /// Writes a document atomically.
  ///
  /// - Throws: `FileStoreError` when the write fails.
  static func write(_ text: String, to path: String) throws(FileStoreError) {
    var file = try AtomicFile(path: path)
    try file.write(text)
    try file.commit()
  }
}
