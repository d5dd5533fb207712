// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// The files of one shard of a run.
package struct ShardFiles: Sendable {
  /// The directory of the run.
  package let directory: String
  /// The shard.
  package let shard: RecordingShard
  private let ending: String?

  /// Names the files.
  ///
  /// - Parameters:
  ///   - directory: the directory of the run.
  ///   - shard: the shard.
  ///   - format: the format of the results.
  init(directory: String, shard: RecordingShard, format: AnalysisFormat) {
    self.directory = directory
    self.shard = shard
    ending = format.canBeAppended ? format.writer.fileExtension : nil
  }

  /// The results of all recordings; `nil` if each recording has a file of its own.
  var output: String? { ending.map { "\(directory)/\(shard.name).\($0)" } }
  /// The recordings that could not be used, one line each.
  package var errors: String { "\(directory)/\(shard.name).errors.ndjson" }
  /// The journal.
  var journal: String { "\(directory)/\(shard.name)\(Self.journalEnding)" }
  /// The lock of the process that works on the shard.
  var lock: String { "\(directory)/\(shard.name).lock" }
  /// The paths of all files of the shard.
  var all: [String] { [output, errors, journal, lock].compactMap(\.self) }

  /// The suffix of every journal's name.
  static let journalEnding = ".journal.ndjson"

  /// Returns the file of one recording's results, below the directory of the run.
  ///
  /// Two levels of folders keep the number of entries in each folder small.
  static func result(of digest: UInt128, ending: String) -> String {
    let digits = String(digest, radix: 16)
    let name = String(repeating: "0", count: 32 - digits.count) + digits
    return "\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name).\(ending)"
  }

  /// Returns the shards with a journal in a directory, in their order.
  ///
  /// - Throws: `FileStoreError.directoryFailed`.
  static func journals(in directory: String) throws(FileStoreError) -> [(
    shard: RecordingShard, path: String
  )] {
    let names = try HeldDirectory(path: directory).names()
    return names.compactMap { name -> (shard: RecordingShard, path: String)? in
      guard name.hasSuffix(journalEnding) else { return nil }
      let parts = name.dropLast(journalEnding.count).split(separator: "-")
      guard parts.count == 3, parts[1] == "of", let number = Int(parts[0]),
        let count = Int(parts[2]), let shard = RecordingShard("\(number)/\(count)")
      else { return nil }
      return (shard, "\(directory)/\(name)")
    }.sorted { $0.shard.number < $1.shard.number }
  }
}
