// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing

@Suite("Compaction of the journal")
struct CompactionTests {
  let place: TemporaryDirectory
  let journal: PracticeJournal
  let now = moment("2026-11-21T12:00:00Z")

  init() throws {
    place = try TemporaryDirectory()
    journal = PracticeJournal(directory: place.path)
  }

  @Test("keeps the totals between quarters of an hour, and joins records")
  func totalsStay() throws {
    var random = SeededGenerator(seed: 11)
    let start = moment("2026-11-10T00:00:00Z")
    let records = (0..<3000).map { index in
      record(
        Int.random(in: 0...9, using: &random), at: start.advanced(bySeconds: index * 11),
        practice: Int.random(in: 0...10_000, using: &random),
        tuning: index % 7 == 0 ? "dadgad" : "standard", origin: index % 11 == 0 ? 5 : nil)
    }
    try journal.append(records)
    let quarters = (0..<(4 * 90)).map { start.advanced(bySeconds: $0 * 900) }
    let before = try zip(quarters, quarters.dropFirst()).map {
      try journal.records(from: $0, to: $1).totals
    }
    let saved = try journal.compact(before: now)
    let after = try zip(quarters, quarters.dropFirst()).map {
      try journal.records(from: $0, to: $1).totals
    }
    #expect(after == before)
    #expect(saved > 1000)
    #expect(try journal.all().records.count == 3000 - saved)
    #expect(try journal.compact(before: now) == 0)
  }

  @Test("does not change the last two days")
  func recent() throws {
    try journal.append([record(1, at: now), record(2, at: now.advanced(bySeconds: 10))])
    #expect(try journal.compact(before: now) == 0)
    #expect(try journal.compact(before: now.advanced(bySeconds: 86_400)) == 0)
    #expect(try journal.compact(before: now.advanced(bySeconds: 2 * 86_400)) == 1)
    #expect(try journal.all().totals.noteCount == 3)
  }

  @Test("does not change a file with a line of a later version")
  func laterVersion() throws {
    let old = moment("2026-11-01T10:00:00Z")
    try journal.append([record(1, at: old), record(2, at: old.advanced(bySeconds: 20))])
    let path = place.path + "/2026-11-01.jsonl"
    let body = "{\"v\":2,\"start_ms\":1763700000000"
    let line = "\(body),\"crc\":\"\(PracticeJournalTests.reference(Array(body.utf8)))\"}\n"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(line.utf8))
    let before = try journal.files()
    #expect(try journal.compact(before: now) == 0)
    #expect(try journal.files() == before)
  }

  @Test("moves damaged lines to another file, byte for byte, and loses no record")
  func damaged() throws {
    let old = moment("2026-11-01T10:00:00Z")
    try journal.append([record(1, at: old)])
    let path = place.path + "/2026-11-01.jsonl"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("torn \u{FE}\n".utf8))
    try journal.append([record(2, at: old.advanced(bySeconds: 3600))])
    _ = try journal.compact(before: now)
    #expect(try journal.all().records.map(\.noteCount) == [1, 2])
    #expect(try journal.all().damage.isEmpty)
    #expect(try journal.files()["2026-11-01.jsonl.damaged"] == Data("torn \u{FE}\n".utf8))
  }

  @Test("leaves simultaneous records of two programs as they are, and joins those beside them")
  func overlapping() throws {
    let old = moment("2026-11-01T10:00:00Z")
    let at = { (seconds: Int) in old.advanced(bySeconds: seconds) }
    try journal.append([
      record(1, at: at(0), practice: 9000), record(2, at: at(10), practice: 8000),
      record(3, at: at(20), practice: 9000), record(4, at: at(25), practice: 2000),
      record(5, at: at(40), practice: 7000), record(6, at: at(50), practice: 7000),
    ])
    let before = try journal.all().totals
    #expect(try journal.compact(before: now) == 2)
    #expect(try journal.all().records.map(\.noteCount) == [3, 3, 4, 11])
    #expect(try journal.all().totals == before)
  }

  @Test("does not cover a pause, so a recording that was made in it counts as before")
  func pause() throws {
    let old = moment("2026-11-01T18:00:00Z")
    try journal.append([record(1, at: old), record(2, at: old.advanced(bySeconds: 14 * 60))])
    #expect(try journal.compact(before: now) == 0)
    let recorded = (0..<6).map {
      record(10 + $0, at: old.advanced(bySeconds: 7 * 60 + 10 * $0), origin: 7)
    }
    #expect(try journal.append(recorded, ofRecording: 7) == recorded)
  }

  @Test(
    "a link instead of a date's file is not changed, nor its target, and other dates are compacted")
  func symbolicLink() throws {
    let old = moment("2026-11-01T10:00:00Z")
    try journal.append([record(1, at: old), record(2, at: old.advanced(bySeconds: 10))])
    let victim = try place.write(Data("precious\n".utf8), to: "elsewhere/victim")
    for name in ["2026-10-30.jsonl", "2026-11-03.jsonl"] {
      #expect(symlink(victim, "\(place.path)/\(name)") == 0)
    }
    #expect(
      throws: JournalError.refused(
        path: place.path + "/2026-10-30.jsonl", reason: .symbolicLink)
    ) { try journal.compact(before: now) }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious\n")
    #expect(access(place.path + "/2026-10-30.jsonl.damaged", F_OK) != 0)
    let joined = try journal.records(from: old, to: old.advanced(bySeconds: 3600))
    #expect(joined.records.map(\.noteCount) == [3])
    // Nor where the damaged lines would go.
    #expect(symlink(victim, place.path + "/2026-11-01.jsonl.damaged") == 0)
    let file = try #require(FileHandle(forWritingAtPath: place.path + "/2026-11-01.jsonl"))
    try file.seekToEnd()
    try file.write(contentsOf: Data("torn\n".utf8))
    #expect(throws: JournalError.self) { try journal.compact(before: now) }
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious\n")
  }
}
