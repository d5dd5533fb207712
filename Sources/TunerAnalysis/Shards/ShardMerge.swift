// SPDX-License-Identifier: MIT

import FileFormats
import FileStore
import Terminal

/// The merge of the shards of a run into one file.
///
/// The records are ordered by the identity of their recording. The file is therefore the same for
/// every number of shards and workers, and for every interruption.
package struct ShardMerge {
  /// The counts of a merge.
  package struct Outcome: Sendable {
    /// The number of shards.
    package var shardCount = 0
    /// The number of recordings with results.
    package var recordingCount = 0
    /// The recordings that could not be used.
    package var failureCount = 0

    /// One sentence for a person.
    package var description: String {
      TextFigures.count(recordingCount, "recording") + " of "
        + TextFigures.count(shardCount, "shard")
        + (failureCount > 0 ? "; \(failureCount) could not be used" : "") + "\n"
    }
  }

  /// One recording of the merge.
  private struct Row {
    let shard: Int
    let identity: RecordingIdentity
    let status: JournalEntry.Status
    let output: JournalExtent
    let errors: JournalExtent
  }

  private let directory: String
  private let isPartial: Bool
  private var rows: [Row] = []
  private var shards: [RecordingShard] = []
  private var format = AnalysisFormat.ndjson

  /// Reads the journals.
  ///
  /// - Parameters:
  ///   - directory: the directory of the run.
  ///   - isPartial: true to merge the results so far of an unfinished run.
  /// - Throws: `MergeError` for shards that do not belong together or are unfinished, `ShardError`
  ///   for damaged files, and `FileStoreError`.
  /// - Complexity: memory grows by about 300 bytes per recording.
  package init(directory: String, isPartial: Bool) throws {
    self.directory = directory
    self.isPartial = isPartial
    let journals = try ShardFiles.journals(in: directory)
    guard let first = journals.first else { throw MergeError.noRun(directory: directory) }
    if !isPartial {
      let there = Set(journals.map(\.shard.number))
      let missing = (1...first.shard.count).filter { !there.contains($0) }
      if !missing.isEmpty {
        throw MergeError.missing(shards: missing, count: first.shard.count)
      }
    }
    var common: [UInt8]?
    for (shard, path) in journals {
      let recovery = try JournalRecovery(journal: path, keepsEntries: true)
      let usable = recovery.checkedByExtents()
      guard let header = usable.header else {
        if isPartial { continue }
        throw MergeError.unfinished(shard: shard.number, count: shard.count)
      }
      if !isPartial, !usable.isComplete {
        throw MergeError.unfinished(shard: shard.number, count: shard.count)
      }
      let settings = Self.settings(of: header)
      guard settings == common ?? settings, shard.count == first.shard.count else {
        throw MergeError.otherSettings(shard: shard.number, count: shard.count)
      }
      common = settings
      format = try Self.format(of: header)
      add(usable.entries, of: shard)
    }
    rows.sort { $0.identity.precedes($1.identity) }
  }

  private mutating func add(_ entries: [JournalEntry], of shard: RecordingShard) {
    var last: [UInt128: Int] = [:]
    for (index, entry) in entries.enumerated() { last[entry.identity.digest] = index }
    let place = shards.count
    shards.append(shard)
    rows += entries.enumerated().filter { last[$0.element.identity.digest] == $0.offset }.map {
      Row(
        shard: place, identity: $0.element.identity, status: $0.element.status,
        output: $0.element.output, errors: $0.element.errors)
    }
  }

  /// Writes the merged results.
  ///
  /// - Parameters:
  ///   - output: the place of the results.
  ///   - errors: the place of the recordings that could not be used; `nil` for none.
  /// - Returns: the counts.
  /// - Throws: `ShardError.damaged` for bytes that do not match their checksum,
  ///   `MergeError.wouldReplaceRun`, and the errors of ``OutputSink``. Files then keep their former
  ///   contents.
  package func write(to output: OutputPlaces.Place, errors: OutputPlaces.Place?) throws -> Outcome {
    guard let appended = format.writer.appendedRecords else {
      throw MergeError.separateFiles(format: format.rawValue)
    }
    try spareRun(from: [output, errors])
    let sources = try shards.map { try ShardParts(directory: directory, shard: $0, format: format) }
    var sink = try OutputSink(output, isImmediate: false, outlivesReader: errors != nil)
    if appended.opening != nil, let first = sources.first { try sink.write(first.firstLine()) }
    for row in rows where row.output.count > 0 {
      try sources[row.shard].copy(row.output, of: \.output, to: &sink)
    }
    try sink.finish()
    if let errors {
      var sink = try OutputSink(errors, isImmediate: false)
      for row in rows where row.errors.count > 0 {
        try sources[row.shard].copy(row.errors, of: \.errors, to: &sink)
      }
      try sink.finish()
    }
    let failures = rows.count { $0.status == .failed }
    return Outcome(
      shardCount: shards.count, recordingCount: rows.count - failures, failureCount: failures)
  }

  /// Refuses an output that is a file of the run under any name.
  private func spareRun(from outputs: [OutputPlaces.Place?]) throws {
    let files = try ShardFiles.journals(in: directory).flatMap {
      ShardFiles(directory: directory, shard: $0.shard, format: format).all
    }
    let paths = outputs.compactMap { output -> String? in
      if case .file(let path)? = output { path } else { nil }
    }
    if let path = OutputPlaces.first(of: paths, replacing: files) {
      throw MergeError.wouldReplaceRun(path: path)
    }
  }

  /// Returns the settings of a header: all members except the number of the shard and the checksum.
  private static func settings(of header: [UInt8]) -> [UInt8] {
    guard let node = try? JSONNode(header), case .object(let members) = node.content else {
      return header
    }
    var compared: [UInt8] = []
    for member in members where member.key != "shard" && member.key != "crc32" {
      compared += member.key.utf8
      compared.append(0)
      compared += header[member.value.source]
      compared.append(0)
    }
    return compared
  }

  private static func format(of header: [UInt8]) throws -> AnalysisFormat {
    guard let node = try? JSONNode(header), case .object(let members) = node.content,
      case .text(let name)? = members.first(where: { $0.key == "format" })?.value.content
    else { throw MergeError.noFormat }
    return try AnalysisFormat(named: name)
  }
}

/// The files of one shard that a merge copies from.
private final class ShardParts {
  let output: String
  let errors: String
  private var open: [String: OpenedFile] = [:]

  private final class OpenedFile {
    let file: AppendedFile
    init(path: String) throws { file = try AppendedFile(reading: path) }
  }

  init(directory: String, shard: RecordingShard, format: AnalysisFormat) throws {
    let files = ShardFiles(directory: directory, shard: shard, format: format)
    guard let output = files.output else {
      preconditionFailure("A format that can't be appended to has no output to merge.")
    }
    self.output = output
    errors = files.errors
  }

  private func file(_ path: String) throws -> OpenedFile {
    if let file = open[path] { return file }
    let file = try OpenedFile(path: path)
    open[path] = file
    return file
  }

  /// Copies an extent, and checks it.
  func copy(
    _ extent: JournalExtent, of part: KeyPath<ShardParts, String>, to sink: inout OutputSink
  ) throws {
    let path = self[keyPath: part]
    let isWhole = try file(path).file.read(extent) { try sink.write(Array($0)) }
    guard isWhole else {
      throw ShardError.damaged(
        path: path, reason: "the bytes from \(extent.offset) on are not as they were written")
    }
  }

  /// Returns the first line of the output.
  func firstLine() throws -> [UInt8] {
    var reader = try LineReader(path: output)
    guard let line = try reader.next() else { return [] }
    return line.bytes + [10]
  }
}

/// The reason why shards can't be merged.
package enum MergeError: UsageError, Hashable {
  /// The directory contains no run.
  case noRun(directory: String)
  /// Shards are missing.
  case missing(shards: [Int], count: Int)
  /// A shard is not complete.
  case unfinished(shard: Int, count: Int)
  /// A shard was made with other settings.
  case otherSettings(shard: Int, count: Int)
  /// Each recording has a file of its own.
  case separateFiles(format: String)
  /// The journal names no format.
  case noFormat
  /// An output would replace a file of the run.
  case wouldReplaceRun(path: String)

  package var description: String {
    switch self {
    case .noRun(let directory):
      "\(directory) holds no run. Make one: tuner analyze --batch \(directory) …"
    case .missing(let shards, let count):
      "\(shards.count) of \(TextFigures.count(count, "shard")) "
        + (shards.count == 1 ? "is missing: " : "are missing: ")
        + shards.prefix(10).map { "\($0)" }.joined(separator: ", ")
        + (shards.count > 10 ? ", …" : "") + (shards.count == 1 ? ". Run it" : ". Run them")
        + ", or add --partial."
    case .unfinished(let shard, let count):
      "Shard \(shard) of \(count) is not done. Go on with it by --resume, or add --partial."
    case .otherSettings(let shard, let count):
      "Shard \(shard) of \(count) has other settings than the first. Do it again with the same."
    case .separateFiles(let format):
      "\(format) is a file for each recording, so there is nothing to merge."
    case .noFormat: "The journal names no format. It was written by another version."
    case .wouldReplaceRun(let path):
      "\(printable(path)): this is a file of the run. Choose another place."
    }
  }
}
