// SPDX-License-Identifier: MIT

import Foundation

/// The working tree that these tests were compiled from.
enum Repository {
  /// The reason why the tree could not be read.
  enum ReadError: Error {
    case unreadable(path: String)
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The names in a folder.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
  }

  /// Every Swift file below `Sources`, by target; read once for all tests.
  static func sources() throws -> [String: [SourceFile]] { try found.get() }

  private static let found = Result { try readSources() }

  private static func readSources() throws -> [String: [SourceFile]] {
    var found: [String: [SourceFile]] = [:]
    for target in try names(in: "Sources") {
      let folder = root.appending(path: "Sources/\(target)")
      guard let files = FileManager.default.enumerator(atPath: folder.path) else {
        throw ReadError.unreadable(path: folder.path)
      }
      found[target] = try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        .map { name in
          let path = "Sources/\(target)/\(name)"
          return SourceFile(path: path, source: try text(path))
        }
    }
    return found
  }
}
