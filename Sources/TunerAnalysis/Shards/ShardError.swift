// SPDX-License-Identifier: MIT

import FileFormats
import FileStore
import Terminal

/// The reason why a run can't begin or continue.
package enum ShardError: UsageError, Hashable {
  /// The directory contains a run, and the command does not say that it is to be continued.
  case exists(directory: String)
  /// A file that the run would replace has no journal.
  case foreignFile(path: String, journal: String)
  /// Another process works on the shard.
  case isRunning(shard: String, holder: String)
  /// The run of the directory has another number of shards.
  case otherCount(directory: String, required: Int, actual: Int)
  /// The run of the directory has other settings.
  case otherSettings(directory: String, difference: String)
  /// A later version began the run.
  case otherSchema(path: String, schema: String)
  /// The disk lost or changed bytes that had been synchronised.
  case damaged(path: String, reason: String)
  /// A worker process can't be started or does not answer.
  case noWorker(reason: String)

  package var description: String {
    switch self {
    case .exists(let directory):
      "\(directory) holds a run. Add --resume to go on with it, or choose another directory."
    case .foreignFile(let path, let journal):
      "\(path) is no part of a run, because \(FilePath.name(of: journal)) is missing or empty. "
        + "Move the file, or choose another directory."
    case .isRunning(let shard, let holder):
      "\(holder) works on shard \(shard). Wait for its end, or end it."
    case .otherCount(let directory, let required, let actual):
      "The run in \(directory) has \(TextFigures.count(required, "shard")), not \(actual). "
        + "Give --shard i/\(required), or choose another directory."
    case .otherSettings(let directory, let difference):
      "The run in \(directory) has other settings: \(difference). "
        + "Use the same, or choose another directory."
    case .otherSchema(let path, let schema):
      "\(path) was written by a later version (\(schema)). Update the program, or choose another "
        + "directory."
    case .damaged(let path, let reason):
      "\(path) is damaged: \(reason). Restore it, or do the shard again in another directory."
    case .noWorker(let reason):
      "The analysis can't begin: \(reason)."
    }
  }

  /// Returns the first members that differ between two headers, for a person.
  static func difference(between found: [UInt8], and given: [UInt8]) -> String {
    let members = { (bytes: [UInt8]) -> [String] in
      guard let node = try? JSONNode(bytes), case .object(let members) = node.content else {
        return []
      }
      return members.filter { $0.key != "crc32" }.map {
        "\($0.key) \(String(decoding: bytes[$0.value.source], as: UTF8.self))"
      }
    }
    let (old, new) = (members(found), members(given))
    let lost = old.first { !new.contains($0) } ?? "none"
    let gained = new.first { !old.contains($0) } ?? "none"
    return "\(lost) instead of \(gained)"
  }
}
