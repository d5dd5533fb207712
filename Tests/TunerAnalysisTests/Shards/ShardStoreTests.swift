// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@testable import TunerAnalysis

/// The store of a shard whose program is killed at any moment: files are cut or changed at every
/// byte, and the next run must end with the bytes of an undisturbed one.
@Suite("The store of a shard")
struct ShardStoreTests {
  private static let header = JournalLine.sealed([("schema", Field(JournalLine.schema))])
  private static let opening = Array("file,note\n".utf8)
  private static let names = ["a.wav", "b.wav", "c.wav", "d.wav", "é\n.wav"]

  private let place: TemporaryDirectory
  private let files: ShardFiles

  init() throws {
    place = try TemporaryDirectory(holding: ["x": Data()])
    files = ShardFiles(directory: place.path + "/run", shard: .whole, format: .csv)
  }

  private func open(isResumed: Bool = true) throws -> ShardStore {
    try ShardStore(
      files, header: Self.header, opening: Self.opening, isResumed: isResumed)
  }

  private func add(_ name: String, to store: inout ShardStore) throws {
    let none = JournalExtent(offset: 0, count: 0, checksum: 0)
    let hasFailed = name == "b.wav"
    let entry = JournalEntry(
      identity: RecordingIdentity(path: name), stamp: FileStamp(byteCount: 7, modified: 9),
      status: hasFailed ? .failed : .heard, soundSeconds: 1.5, seconds: 0.25, result: nil,
      output: none, errors: none)
    var block = ResultBlock()
    if !hasFailed { try block.add(Array("\(name),E2\n\(name),A2\n".utf8)[...], beside: place.path) }
    try store.add(entry, block, remark: hasFailed ? Array("{\"file\":\"\(name)\"}\n".utf8) : [])
  }

  /// Does what is not done yet, and returns the names of that.
  private func finish() throws -> [String] {
    var store = try open()
    let done = store.done
    let left = Self.names.filter { done[RecordingIdentity(path: $0).digest] == nil }
    for name in left { try add(name, to: &store) }
    try store.complete()
    return left
  }

  private func contents(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func write(_ data: Data, _ path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
  }

  private var results: String { files.output ?? "" }

  /// The three files after all names, without any mark.
  private func undisturbed() throws -> (journal: Data, output: Data, errors: Data) {
    do {
      var store = try open(isResumed: false)
      for name in Self.names { try add(name, to: &store) }
    }
    return (try contents(files.journal), try contents(results), try contents(files.errors))
  }

  private func expectWhole(_ output: Data, _ errors: Data, _ label: String) throws {
    #expect(try contents(results) == output, "\(label)")
    #expect(try contents(files.errors) == errors, "\(label)")
    #expect(try finish().isEmpty, "\(label)")
  }

  @Test("goes on after the journal was cut at any byte")
  func cutJournal() throws {
    let (journal, output, errors) = try undisturbed()
    for count in 0...journal.count {
      try write(journal.prefix(count), files.journal)
      try write(output, results)
      try write(errors, files.errors)
      let lineEnds = journal.prefix(count).count { $0 == 10 }
      let left = try finish()
      #expect(left == Array(Self.names.dropFirst(max(0, lineEnds - 1))), "\(count)")
      try expectWhole(output, errors, "\(count)")
    }
  }

  @Test("does a recording again whose bytes were cut off or lost in a power cut")
  func cutOutput() throws {
    let (journal, output, errors) = try undisturbed()
    for count in 0...output.count {
      for isZeroed in [false, true] {
        try write(journal, files.journal)
        let rest = isZeroed ? Data(count: output.count - count) : Data()
        try write(output.prefix(count) + rest, results)
        try write(errors, files.errors)
        let left = try finish()
        #expect(left.isEmpty == (count == output.count), "\(count)")
        try expectWhole(output, errors, "\(count)")
      }
    }
    for count in 0...errors.count {
      try write(journal, files.journal)
      try write(output, results)
      try write(errors.prefix(count), files.errors)
      let left = try finish()
      #expect(left == (count == errors.count ? [] : Array(Self.names.dropFirst())), "\(count)")
      try expectWhole(output, errors, "\(count)")
    }
  }

  @Test("cuts off bytes that no line of the journal names")
  func surplus() throws {
    let (journal, output, errors) = try undisturbed()
    try write(journal + Data("{\"file\":\"f.wav\"".utf8), files.journal)
    try write(output + Data("f.wav,E".utf8), results)
    try write(errors + Data("{".utf8), files.errors)
    #expect(try finish().isEmpty)
    try expectWhole(output, errors, "")
  }

  @Test("never takes a changed line of the journal for a line")
  func changedLine() throws {
    let (journal, _, _) = try undisturbed()
    let lines = journal.split(separator: 10)
    let line = Array(try #require(lines.dropFirst().first))
    #expect(JournalLine(.init(bytes: line, offset: 0, isTerminated: true)) != nil)
    #expect(JournalLine(.init(bytes: line, offset: 0, isTerminated: false)) == nil)
    for place in line.indices {
      for bit in 0..<8 {
        var changed = line
        changed[place] ^= 1 << bit
        // The case of a hexadecimal digit does not count.
        if String(decoding: changed, as: UTF8.self).lowercased()
          == String(decoding: line, as: UTF8.self).lowercased(),
          place >= line.count - 12
        {
          continue
        }
        let read = JournalLine(.init(bytes: changed, offset: 0, isTerminated: true))
        #expect(read == nil, "byte \(place), bit \(bit)")
      }
    }
  }

  @Test("never takes a line with impossible numbers for a line")
  func impossibleNumbers() {
    func isLine(_ changes: [String: String]) -> Bool {
      let members = [
        ("bytes", "7"), ("modified_us", "9"), ("output_offset", "0"), ("output_bytes", "5"),
        ("output_crc32", "0"), ("errors_offset", "0"), ("errors_bytes", "0"), ("errors_crc32", "0"),
      ].map { (key: $0, value: Field.number(changes[$0] ?? $1)) }
      let line = JournalLine.sealed(
        [("file", Field("a.wav")), ("status", Field("heard"))] + members)
      return JournalLine(.init(bytes: line.dropLast(), offset: 0, isTerminated: true)) != nil
    }
    let most = "9000000000000000000"
    #expect(isLine([:]))
    #expect(isLine(["output_offset": most]))
    #expect(!isLine(["output_offset": most, "output_bytes": most]))
    #expect(!isLine(["bytes": "1e300"]))
    #expect(!isLine(["modified_us": "-1e300"]))
  }

  @Test("reports damage of what was synchronised, instead of cutting it off")
  func damage() throws {
    do {
      var store = try open(isResumed: false)
      for name in Self.names.prefix(3) { try add(name, to: &store) }
      try store.sync()
      for name in Self.names.dropFirst(3) { try add(name, to: &store) }
    }
    let (journal, output, errors) = (
      try contents(files.journal), try contents(results), try contents(files.errors)
    )
    let marked = 10 + 2 * "a.wav,E2\na.wav,A2\n".utf8.count
    for count in [0, 10, marked - 1] {
      try write(output.prefix(count), results)
      #expect(throws: ShardError.self, "\(count)") { _ = try open() }
      #expect(try contents(results) == output.prefix(count), "nothing else is cut off")
    }
    try write(output.prefix(marked), results)
    #expect(try finish() == Array(Self.names.dropFirst(3)))
    try write(output, results)
    try write(Data(), files.errors)
    try write(journal, files.journal)
    #expect(throws: ShardError.self) { _ = try open() }
    try write(errors, files.errors)
    var changed = journal
    let second = try #require(journal.firstIndex(of: 10)) + 5
    changed[second] ^= 1
    try write(changed, files.journal)
    #expect(throws: ShardError.self) { _ = try open() }
  }

  @Test("refuses the run of a later version, with and without marks, and changes no file")
  func laterVersion() throws {
    let later = JournalLine.sealed([("schema", Field("tuner.journal/2")), ("q", Field(1))])
    let error = ShardError.otherSchema(path: files.journal, schema: "tuner.journal/2")
    let run = try undisturbed()
    let rest = run.journal.dropFirst(Self.header.count)
    for journal in [Data(later), Data(later) + rest, Data(later) + Data("{}\n".utf8)] {
      try write(journal, files.journal)
      #expect(throws: error) { _ = try open() }
      #expect(throws: error) { _ = try ShardMerge(directory: files.directory, isPartial: true) }
      #expect(try contents(files.journal) == journal)
      #expect(try contents(results) == run.output)
    }
  }

  @Test("refuses another run in its directory, and a second process")
  func refusals() throws {
    do {
      var store = try open(isResumed: false)
      try add("a.wav", to: &store)
      #expect(throws: ShardError.self, "the lock is held") { _ = try open() }
    }
    #expect(throws: ShardError.exists(directory: files.directory)) {
      _ = try open(isResumed: false)
    }
    #expect(throws: ShardError.self) {
      _ = try ShardStore(
        files,
        header: JournalLine.sealed([("schema", Field(JournalLine.schema)), ("a4", Field(1))]),
        opening: Self.opening, isResumed: true)
    }
    let other = ShardFiles(
      directory: files.directory, shard: try #require(RecordingShard("1/2")), format: .csv)
    #expect(
      throws: ShardError.otherCount(directory: files.directory, required: 1, actual: 2)
    ) {
      _ = try ShardStore(other, header: Self.header, opening: Self.opening, isResumed: true)
    }
  }

  @Test("refuses files without a journal, and changes none of them", arguments: [false, true])
  func foreignFiles(isResumed: Bool) throws {
    let precious = Data("precious\n".utf8)
    for path in [results, files.errors] {
      _ = try undisturbed()
      for file in files.all where file != path { try FileManager.default.removeItem(atPath: file) }
      try write(precious, path)
      // A refusal makes no journal, so the second attempt is refused like the first.
      for _ in 0..<2 {
        #expect(throws: ShardError.foreignFile(path: path, journal: files.journal)) {
          _ = try open(isResumed: isResumed)
        }
      }
      #expect(try contents(path) == precious)
      #expect(!FileManager.default.fileExists(atPath: files.journal))
      try FileManager.default.removeItem(atPath: files.directory)
    }
  }

  @Test("refuses a full output beside an empty journal, unless the run is continued")
  func emptyJournal() throws {
    let run = try undisturbed()
    try write(Data(), files.journal)
    #expect(throws: ShardError.foreignFile(path: results, journal: files.journal)) {
      _ = try open(isResumed: false)
    }
    #expect(try contents(results) == run.output)
    #expect(try finish() == Self.names)
    try expectWhole(run.output, run.errors, "")
  }

  @Test("begins in a directory with empty files")
  func emptyFiles() throws {
    try FileManager.default.createDirectory(
      atPath: files.directory, withIntermediateDirectories: false)
    for path in [results, files.errors] { try write(Data(), path) }
    _ = try undisturbed()
  }

  @Test(
    "keeps the former state when the disk is full, and the records of a long recording in a file")
  func bigBlock() throws {
    var store = try open(isResumed: false)
    var block = ResultBlock()
    let line = Array("long.wav,E2\n".utf8)
    let part = Array(repeatElement(line, count: 4000).joined())
    for _ in 0..<70 { try block.add(part[...], beside: place.path) }
    let none = JournalExtent(offset: 0, count: 0, checksum: 0)
    let entry = JournalEntry(
      identity: RecordingIdentity(path: "long.wav"), stamp: nil, status: .heard, soundSeconds: 1,
      seconds: 1, result: nil, output: none, errors: none)
    try store.add(entry, block, remark: [])
    try store.sync()
    #expect(try contents(results).count == Self.opening.count + 70 * part.count)
    #expect(part.count * 70 > 2 * ResultBlock.keptCount)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.path).sorted() == ["run", "x"])
  }
}
