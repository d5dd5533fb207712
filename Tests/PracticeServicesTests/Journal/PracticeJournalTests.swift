// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc
import PracticeGoals
import PracticeServices
import PracticeTesting
import ProgramRunning
import Testing

@Suite("The practice journal")
struct PracticeJournalTests {
  let place: TemporaryDirectory
  let journal: PracticeJournal

  init() throws {
    place = try TemporaryDirectory()
    journal = PracticeJournal(directory: place.path + "/deep/journal")
  }

  @Test("returns the appended records, field by field, in order")
  func roundTrip() throws {
    let records = [
      record(3), record(4, tuning: "dadgad"), record(5, origin: 0xDEAD_BEEF_0000_0001),
    ]
    try journal.append([records[0]])
    try journal.append(Array(records[1...]))
    #expect(try journal.all().records == records)
    #expect(try journal.all().damage.isEmpty)
  }

  @Test("a line is one JSON object with its units in its names and a checksum")
  func isJSON() throws {
    try journal.append([record(3, tuning: "a \"quoted\\ name\n")])
    let file = try #require(try journal.files().values.first)
    #expect(file.last == UInt8(ascii: "\n"))
    let line = try #require(
      try JSONSerialization.jsonObject(with: file.dropLast()) as? [String: Any])
    #expect(line["v"] as? Int == 1)
    #expect(line["start_ms"] as? Int == 1_763_700_000_000)
    #expect(line["practice_ms"] as? Int == 5000)
    #expect(line["tuning"] as? String == "a _quoted_ name_")
    #expect((line["crc"] as? String)?.count == 8)
    #expect(try journal.all().records.map(\.noteCount) == [3])
  }

  @Test("its checksum is CRC-32C")
  func checksum() throws {
    // RFC 3720, B.4: 32 bytes of zeros have the checksum 0x8A9136AA; "123456789" has 0xE3069283.
    try journal.append([record(1)])
    let line = String(decoding: try #require(try journal.files().values.first), as: UTF8.self)
    let body = try #require(line.components(separatedBy: ",\"crc\"").first)
    #expect(line.contains("\"crc\":\"\(Self.reference(Array(body.utf8)))\""))
    #expect(Self.reference(Array("123456789".utf8)) == "e3069283")
    #expect(Self.reference([UInt8](repeating: 0, count: 32)) == "8a9136aa")
  }

  /// CRC-32C bit by bit, as the polynomial says.
  static func reference(_ bytes: [UInt8]) -> String {
    var register = UInt32.max
    for byte in bytes {
      for bit in 0..<8 {
        let feedback = (register ^ UInt32(byte >> bit)) & 1
        register = (register >> 1) ^ (feedback == 1 ? 0x82F6_3B78 : 0)
      }
    }
    let digits = String(~register, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  @Test("a record counts for the day on which it began, to the millisecond")
  func bounds() throws {
    let start = moment("2026-11-21T00:00:00Z")
    let end = moment("2026-11-22T00:00:00Z")
    try journal.append([
      record(1, at: start.advanced(byMilliseconds: -1)), record(2, at: start),
      record(3, at: end.advanced(byMilliseconds: -1)), record(4, at: end),
    ])
    #expect(try journal.records(from: start, to: end).records.map(\.noteCount) == [2, 3])
    #expect(try journal.records(from: end, to: start).records.isEmpty)
  }

  @Test(
    "the records of a day in any time zone are found, such as Auckland and Los Angeles",
    arguments: [13, -8])
  func zones(hours: Int) throws {
    let day = PracticeDay(at: moment("2026-11-21T12:00:00Z"), calendar: .hours(hours))
    try journal.append([
      record(1, at: day.start), record(2, at: day.end.advanced(byMilliseconds: -1)),
      record(3, at: day.end),
    ])
    #expect(try journal.records(of: day).totals.noteCount == 3)
    #expect(try journal.records(of: day).totals.practiceMilliseconds == 10_000)
  }

  @Test("corrupt journal lines are reported with file and line, and no other record is lost")
  func corruptLines() throws {
    for number in 1...5 { try journal.append([record(number)]) }
    let name = try #require(try journal.files().keys.first)
    let path = journal.directory + "/" + name
    var lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      .components(separatedBy: "\n")
    lines[1] = lines[1].replacingOccurrences(of: "\"notes\":2", with: "\"notes\":9")
    lines[2] = "\u{0}\u{1}garbage"
    lines[3] = String(repeating: "x", count: 1_000_000)
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    let reading = try journal.all()
    #expect(reading.records.map(\.noteCount) == [1, 5])
    #expect(reading.damage.map(\.line) == [2, 3, 4])
    #expect(reading.damage.first?.description.contains("line 2 is damaged") == true)
    try journal.append([record(6)])
    #expect(try journal.all().records.map(\.noteCount) == [1, 5, 6])
  }

  @Test("every single changed bit of a line is noticed")
  func bitFlips() throws {
    try journal.append([record(1)])
    let name = try #require(try journal.files().keys.first)
    let path = journal.directory + "/" + name
    let good = try Data(contentsOf: URL(fileURLWithPath: path))
    for index in 0..<(good.count - 1) {
      for bit in 0..<8 {
        var bad = good
        bad[index] ^= 1 << bit
        try bad.write(to: URL(fileURLWithPath: path))
        #expect(try journal.all().records.isEmpty, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test("a line of a later version is reported as such, and kept")
  func laterVersion() throws {
    try journal.append([record(1)])
    let name = try #require(try journal.files().keys.first)
    let path = journal.directory + "/" + name
    let body = "{\"v\":2,\"start_ms\":1763700000000,\"mood\":\"good\""
    let line = "\(body),\"crc\":\"\(Self.reference(Array(body.utf8)))\"}\n"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(line.utf8))
    #expect(try journal.all().damage.map(\.reason) == [.laterVersion])
    #expect(try journal.all().records.count == 1)
  }

  @Test("10 000 kills at random bytes lose no complete record, and create none")
  func kills() throws {
    // A process that is killed during its only write leaves a prefix of the written bytes. So a
    // trial appends a record and then cuts the file at a random byte of it.
    var random = SeededGenerator(seed: 20_261_121)
    try journal.append([record(0)])
    let name = try #require(try journal.files().keys.first)
    let path = journal.directory + "/" + name
    var complete = [0]
    for number in 1...10_000 {
      let before = try #require(size(path))
      try journal.append([record(number)])
      let after = try #require(size(path))
      let kept = Int.random(in: 0...(after - before), using: &random)
      #expect(truncate(path, before + kept) == 0)
      // The whole line is there if nothing but its end is missing.
      if kept >= after - before - 1 { complete.append(number) }
      if number % 500 == 0 {
        let reading = try journal.all()
        #expect(reading.records.map(\.noteCount) == complete, "after kill \(number)")
      }
    }
    try journal.append([record(10_001)])
    #expect(try journal.all().records.map(\.noteCount) == complete + [10_001])
    #expect(complete.count > 50 && complete.count < 1000)
  }

  @Test("a record that is appended after a truncated line is read")
  func everyByte() throws {
    try journal.append([record(1)])
    let name = try #require(try journal.files().keys.first)
    let path = journal.directory + "/" + name
    let first = try #require(size(path))
    try journal.append([record(2)])
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for cut in first...whole.count {
      try whole.prefix(cut).write(to: URL(fileURLWithPath: path))
      let isWhole = cut >= whole.count - 1
      #expect(try journal.all().records.map(\.noteCount) == (isWhole ? [1, 2] : [1]))
      try journal.append([record(3)])
      #expect(try journal.all().records.map(\.noteCount) == (isWhole ? [1, 2, 3] : [1, 3]))
      #expect(try journal.all().damage.count == (isWhole || cut == first ? 0 : 1))
    }
  }

  @Test("after SIGKILL of processes, all records that they reported are on disk")
  func realKills() throws {
    var acknowledged: Set<Int> = []
    for kill in 0..<20 {
      let running = try Program("JournalWriting").start([journal.directory, "\(kill * 100_000)"])
      // The end comes at some byte of the third or a later record.
      let outcome = try running.killed(afterLines: 3 + kill % 5)
      acknowledged.formUnion(outcome.split(separator: "\n").compactMap { Int($0) })
    }
    let found = try journal.all().records.map(\.noteCount)
    #expect(acknowledged.count >= 60)
    #expect(acknowledged.isSubset(of: found))
    // Each process may have finished one record without a report.
    #expect(found.count <= acknowledged.count + 20)
    #expect(Set(found).count == found.count)
  }

  @Test(
    "a full disk is an error, and no part of the record remains",
    .enabled(if: SmallDisk.canBeMade, "only root can mount a small file system"))
  func fullDisk() throws {
    try journal.append([record(1)])
    let name = try #require(try journal.files().keys.first)
    let small = try SmallDisk(kilobytes: 64)
    let disk = small.path
    defer { withExtendedLifetime(small) {} }
    let full = PracticeJournal(directory: disk + "/journal")
    try full.append([record(1)])
    let many = (2...2000).map { record($0) }
    let error = #expect(throws: JournalError.self) { try full.append(many) }
    #expect(error?.description.contains("Make room") == true)
    #expect(try full.all().records.map(\.noteCount) == [1])
    #expect(name.hasSuffix(".jsonl"))
  }

  @Test(
    "anything but a regular file of this user is refused at once and not changed",
    arguments: ["link", "pipe", "directory"])
  func strangeFiles(kind: String) throws {
    try expectRefusal { path, victim in
      switch kind {
      case "link": #expect(symlink(victim, path) == 0)
      case "pipe": #expect(mkfifo(path, 0o600) == 0)
      default: #expect(mkdir(path, 0o700) == 0)
      }
    }
  }

  @Test(
    "a device and a file of another user are refused at once and not changed",
    .enabled(if: SmallDisk.canBeMade, "only root can make them"), arguments: ["device", "owner"])
  func strangeFilesOfRoot(kind: String) throws {
    try expectRefusal { path, _ in
      if kind == "device" {
        // The device that is always full.
        #expect(mknod(path, S_IFCHR | 0o600, makedev(1, 7)) == 0, "\(errno)")
      } else {
        #expect(FileManager.default.createFile(atPath: path, contents: Data("x\n".utf8)))
        #expect(chown(path, 65_534, 65_534) == 0)
      }
    }
  }

  /// Tests that the journal neither reads nor changes what `make` puts in the place of a file.
  private func expectRefusal(_ make: (_ path: String, _ victim: String) throws -> Void) throws {
    try journal.append([record(1)])
    let date = moment("2025-11-25T10:00:00Z")
    let path = journal.directory + "/2025-11-25.jsonl"
    let victim = try place.write(Data("precious\n".utf8), to: "victim")
    try make(path, victim)
    let append = #expect(throws: JournalError.self) { try journal.append([record(2, at: date)]) }
    let read = #expect(throws: JournalError.self) { try journal.all() }
    for error in [append, read] {
      guard case .refused(path: path, reason: _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(read?.description.contains("Move it away") == true)
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious\n")
    let others = try journal.records(
      of: PracticeDay(at: WallTime(seconds: 1_763_700_000), calendar: .utc))
    #expect(others.records.map(\.noteCount) == [1])
  }

  @Test("root writes no journal that another user could change", .enabled(if: geteuid() == 0))
  func foreignDirectory() throws {
    try journal.append([record(1)])
    #expect(chown(journal.directory, 65_534, 65_534) == 0)
    let part = try #require(PathTrust.foreignPart(of: journal.directory))
    #expect(throws: JournalError.foreign(part)) { try journal.append([record(2)]) }
    #expect(throws: JournalError.foreign(part)) { try journal.all() }
    #expect(throws: JournalError.foreign(part)) {
      try journal.compact(before: moment("2026-11-21T12:00:00Z"))
    }
  }

  @Test("a file instead of the journal's directory is an error")
  func notADirectory() throws {
    let path = try place.write(Data("x".utf8), to: "file")
    #expect(throws: JournalError.directoryFailed(path: path, code: ENOTDIR)) {
      try PracticeJournal(directory: path).append([record(1)])
    }
  }

  @Test("the same recording counts once")
  func origins() throws {
    let first = [record(1, origin: 7), record(2, origin: 7)]
    #expect(try journal.append(first, ofRecording: 7) == first)
    #expect(try journal.append(first, ofRecording: 7) == nil)
    #expect(try journal.append([record(3, origin: 8)], ofRecording: 8)?.count == 1)
    #expect(try journal.all().records.count == 3)
    // A journal of version 0.1 knows the recording by another hash.
    #expect(try journal.append([record(4, origin: 9)], ofRecording: 9, formerly: 7) == nil)
  }

  @Test("a recording of live sound that was counted does not count again")
  func recordedLive() throws {
    let start = WallTime(seconds: 1_763_700_000)
    let live = (0..<3).map { record($0, at: start.advanced(bySeconds: 10 * $0)) }
    try journal.append(live)
    // The file is a second late, and goes on after the live sound.
    let recorded = (0..<5).map {
      record(10 + $0, at: start.advanced(bySeconds: 10 * $0 + 1), origin: 7)
    }
    #expect(try journal.append(recorded, ofRecording: 7) == Array(recorded[3...]))
    #expect(try journal.append(Array(recorded[..<3]), ofRecording: 8) == nil)
    // Other recordings may have the same time.
    #expect(try journal.append(recorded, ofRecording: 9)?.count == 2)
  }

  @Test("live sound that two programs counted covers a recording only once")
  func overlappingLive() throws {
    let start = WallTime(seconds: 1_763_700_000)
    // Both cover the first 3 s of the recording.
    try journal.append([
      record(1, at: start.advanced(bySeconds: -7)), record(2, at: start.advanced(bySeconds: -7)),
    ])
    let recorded = [record(10, at: start, origin: 7)]
    #expect(try journal.append(recorded, ofRecording: 7) == recorded)
  }

  @Test("a million records: only the file of the day is read, in under 50 ms when optimised")
  func aMillion() throws {
    // 200 dates of 5 000 lines, the same lines with other dates: 13 hours of playing each.
    let day = PracticeDay(at: moment("2026-11-21T12:00:00Z"), calendar: .utc)
    try journal.append((0..<5000).map { record($0, at: day.start.advanced(bySeconds: $0 * 17)) })
    let name = "\(day.day).jsonl"
    let lines = try #require(try journal.files()[name])
    var date = day.day
    for _ in 1..<200 {
      date = date.previous
      try lines.write(to: URL(fileURLWithPath: "\(journal.directory)/\(date).jsonl"))
    }
    let clock = ContinuousClock()
    let reading = try journal.records(of: day)
    let best = try (0..<5).map { _ in
      try clock.measure { _ = try journal.records(of: day) }
    }.min()
    #expect(reading.records.count == 5000)
    #if !DEBUG
      #expect(try #require(best) < .milliseconds(50))
    #endif
    print("a day of a million records: \(try #require(best))")
  }

  private func makedev(_ major: UInt64, _ minor: UInt64) -> dev_t { dev_t(major << 8 | minor) }

  private func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  @Test("copied lines count once, in whichever file, and are reported")
  func copiedLines() throws {
    let start = moment("2026-11-21T10:00:00Z")
    try journal.append([record(1, at: start), record(2, at: start.advanced(bySeconds: 20))])
    let lines = try #require(try journal.files()["2026-11-21.jsonl"])
    for name in ["2026-11-21", "2026-11-22"] {
      let path = journal.directory + "/\(name).jsonl"
      let old = (try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()
      try (old + lines + lines).write(to: URL(fileURLWithPath: path))
    }
    let reading = try journal.records(
      from: start, to: moment("2026-11-22T10:00:00Z"))
    #expect(reading.records.map(\.noteCount) == [1, 2])
    #expect(reading.damage.count == 8)
    #expect(reading.damage.allSatisfy { $0.reason == .copied })
    #expect("\(reading.damage[0])".contains("line 3 repeats"))
    // Joining them does not make one sum of the copies.
    _ = try journal.compact(before: moment("2026-12-01T00:00:00Z"))
    #expect(
      try journal.records(from: start, to: start.advanced(bySeconds: 60)).totals.noteCount == 3)
  }

  @Test("an emergency exit is a record without practice, and is never joined to another")
  func exits() throws {
    let start = moment("2026-11-21T10:00:00Z")
    let times = [start, start.advanced(bySeconds: 1)]
    try journal.append(times.map { .exit(at: $0) })
    try journal.append([record(1, at: start)])
    _ = try journal.compact(before: moment("2026-12-01T00:00:00Z"))
    let reading = try journal.all()
    #expect(reading.exits == times)
    #expect(reading.totals.noteCount == 1)
  }
}
