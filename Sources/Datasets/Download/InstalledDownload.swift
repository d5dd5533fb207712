// SPDX-License-Identifier: MIT

internal import Foundation

/// The files of an installed download, recorded beside it.
///
/// The record identifies the set and
/// reveals damage.
struct InstalledDownload: Codable, Hashable {
  /// One file.
  struct File: Codable, Hashable {
    let path: String
    let bytes: Int
    let sha256: String
  }

  /// Its name in the set's directory.
  static let name = "installed.json"
  static let schema = "headstock.download/1"

  private(set) var schema = Self.schema
  let set: String
  let version: String
  let files: [File]

  /// Reads the record; `nil` when the directory holds no valid one.
  init?(in directory: String) {
    guard let data = FileManager.default.contents(atPath: "\(directory)/\(Self.name)"),
      let found = try? JSONDecoder().decode(Self.self, from: data), found.schema == Self.schema
    else { return nil }
    self = found
  }

  /// Records the files of a directory.
  ///
  /// - Throws: `DownloadError`.
  /// - Complexity: reads every file once.
  init(of set: DownloadSet, files: [String], in directory: String) throws(DownloadError) {
    self.set = set.name
    version = set.version
    let digests = try DownloadError.wrapping(
      try Checksum.sha256(of: files.map { "\(directory)/\($0)" }))
    var entries: [File] = []
    for file in files {
      var status = stat()
      let path = "\(directory)/\(file)"
      guard stat(path, &status) == 0, let digest = digests[path] else {
        throw .fileFailed(path: path, code: errno)
      }
      entries.append(File(path: file, bytes: Int(status.st_size), sha256: digest))
    }
    self.files = entries
  }

  /// Returns JSON with sorted keys.
  func json() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array((try? encoder.encode(self)) ?? Data())
  }
}
