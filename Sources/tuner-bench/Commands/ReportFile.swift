// SPDX-License-Identifier: MIT

import Foundation

/// Reads the documents that the bench wrote.
enum ReportFile {
  /// Why a document can't be read.
  struct Failure: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }
  }

  /// Reads one JSON document.
  ///
  /// - Throws: `Failure` naming the file.
  static func read<Document: Decodable>(
    _ type: Document.Type, from path: String
  ) throws(Failure) -> Document {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(path: path, reason: "the file can't be read. Check its name")
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch let DecodingError.dataCorrupted(context) {
      throw Failure(path: path, reason: context.debugDescription)
    } catch {
      throw Failure(path: path, reason: "it is not a document of tuner-bench")
    }
  }
}
