// SPDX-License-Identifier: MIT

import Foundation

/// The bytes of a document of the bench, read once, so that it may come from a pipe.
struct ReportDocument {
  let path: String
  private let data: Data

  /// Reads a file or a pipe to its end.
  ///
  /// - Throws: `ReportFile.Failure` naming the file.
  init(path: String) throws(ReportFile.Failure) {
    self.path = path
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      data = try file.readToEnd() ?? Data()
    } catch {
      throw ReportFile.Failure(path: path, reason: "the file can't be read. Check its name")
    }
  }

  /// Decodes the document.
  ///
  /// - Parameters:
  ///   - type: the document.
  ///   - fault: the message for any other document, with the remedy.
  /// - Returns: the document.
  /// - Throws: `ReportFile.Failure` naming the file.
  func decoded<Document: Decodable>(
    as type: Document.Type,
    orSay fault: String = "it is not a report of tuner-bench. Write one with --json"
  ) throws(ReportFile.Failure) -> Document {
    do {
      return try JSONDecoder().decode(type, from: data)
      // Without a place in the document, it is no JSON at all.
    } catch let DecodingError.dataCorrupted(context) where !context.codingPath.isEmpty {
      throw ReportFile.Failure(path: path, reason: context.debugDescription)
    } catch {
      throw ReportFile.Failure(path: path, reason: fault)
    }
  }

  /// Returns the name and version of the document's format; `nil` for a document without one.
  ///
  /// - Throws: `ReportFile.Failure` naming the file.
  func schema() throws(ReportFile.Failure) -> String? {
    struct Heading: Decodable { let schema: String? }
    return try decoded(as: Heading.self).schema
  }
}
