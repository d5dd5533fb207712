// SPDX-License-Identifier: MIT

import Acoustics
import AudioInput
import FileStore
import Foundation
import ProgramRunning
import Testing

@testable import TunerRuntime

@Suite("The record of the last half minute")
struct RollingRecorderTests {
  private let rate = SampleRate(24000)

  private func recorder(
    in directory: String, _ description: String, updateRate: UpdateRate = .standard,
    linesPerUpdate: Int = 1
  ) throws -> RollingRecorder {
    try RollingRecorder(
      directory: directory, sampleRate: rate, updateRate: updateRate,
      linesPerUpdate: linesPerUpdate, description: description)
  }

  private func write(_ samples: [Float], to recorder: RollingRecorder) {
    recorder.write(samples.span)
  }

  /// Notes updates, one line for each string, to the end of so many seconds.
  private func note(
    _ recorder: RollingRecorder, updateRate: Int, strings: Int, seconds: Int
  ) {
    for index in 1...(updateRate * seconds) {
      let position = SamplePosition(Int64(index * rate.hertz / updateRate))
      let lines = (0..<strings).map { "\(position.samples) \($0)" }
      recorder.note(lines, at: position)
    }
  }

  /// Replaces the file of a descriptor of this process by a device that is always full.
  private func fillDisk(of path: String) throws {
    let place = "/proc/self/fd"
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: place)
    let descriptor = try #require(
      descriptors.first {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: place + "/" + $0)) == path
      }.flatMap { Int32($0) })
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    try #require(dup2(full, descriptor) == descriptor)
  }

  @Test(
    "keeps every update of the last half minute at any rate",
    arguments: [(20, 1), (20, 12), (60, 6), (60, 12)])
  func updates(updateRate: Int, strings: Int) throws {
    let directory = try TemporaryDirectory()
    let recorder = try recorder(
      in: directory.path, "one", updateRate: UpdateRate(updates: updateRate),
      linesPerUpdate: strings)
    recorder.skip(40 * rate.hertz)
    note(recorder, updateRate: updateRate, strings: strings, seconds: 40)
    let record = try RollingRecording(directory: directory.path)
    #expect(record.clip.start.samples == Int64(10 * rate.hertz))
    #expect(record.lines.count == 30 * updateRate * strings)
    #expect(record.lines.first == "\((10 * updateRate + 1) * rate.hertz / updateRate) 0")
    #expect(record.firstUpdate == nil)
  }

  @Test("of more updates than there is room for, the newest whole ones are kept")
  func wholeUpdates() throws {
    let directory = try TemporaryDirectory()
    let recorder = try recorder(in: directory.path, "one", linesPerUpdate: 7)
    recorder.skip(40 * rate.hertz)
    note(recorder, updateRate: 60, strings: 6, seconds: 40)
    let record = try RollingRecording(directory: directory.path)
    let first = try #require(record.firstUpdate)
    #expect(record.lines.first == "\(first.samples) 0")
    #expect(record.lines.count.isMultiple(of: 6))
    #expect(record.lines.last == "\(40 * rate.hertz) 5")
    #expect(first > record.clip.start)
  }

  @Test("the first write that fails ends the record: what was written before has its true times")
  func full() throws {
    let directory = try TemporaryDirectory()
    let recorder = try recorder(in: directory.path, "one", linesPerUpdate: 2)
    write([Float](repeating: 0.5, count: 36_000), to: recorder)
    recorder.note(["a", "b"], at: SamplePosition(1200))
    #expect(recorder.shortfall == nil)
    try fillDisk(of: directory.path + "/last-session")
    write([Float](repeating: 0.25, count: 4096), to: recorder)
    recorder.skip(100)
    recorder.note(["c", "d"], at: SamplePosition(2400))
    recorder.describe("two")
    let shortfall = try #require(recorder.shortfall)
    #expect(
      shortfall.description
        == "the recording for tuner report ended 1.5 s after the beginning of the session (No space left on device)"
    )
    let record = try RollingRecording(directory: directory.path)
    #expect(record.clip.samples == [Float](repeating: 0.5, count: 36_000))
    #expect(record.clip.gaps.isEmpty)
    #expect(record.lines == ["a", "b"])
    #expect(record.description == "one")
  }

  @Test("the reason is in the record, if the disk takes the few bytes of it")
  func reason() throws {
    let directory = try TemporaryDirectory()
    let rolling = try recorder(in: directory.path, "one")
    write([0.5, 0.25], to: rolling)
    let counts = RollingFileLayout.Counts.wordCount
    let file = try #require(
      FileHandle(forUpdatingAtPath: directory.path + "/" + RollingRecorder.fileName))
    let words: [UInt64] = [2, 0, 0, 1, UInt64(ENOSPC), 2]
    try #require(words.count == counts)
    try file.seek(toOffset: UInt64(RollingFileLayout.countsOffset))
    try file.write(contentsOf: words.withUnsafeBytes { Data($0) })
    try file.close()
    let record = try RollingRecording(directory: directory.path)
    #expect(record.shortfall?.code == ENOSPC)
    #expect(record.clip.samples == [0.5, 0.25])
  }

  @Test("a file that is no record, or only the beginning of one, is refused")
  func noRecord() throws {
    let whole = try TemporaryDirectory()
    let rolling = try recorder(in: whole.path, "one")
    write([0.5, 0.25], to: rolling)
    let bytes = try #require(
      FileManager.default.contents(atPath: whole.path + "/" + RollingRecorder.fileName))
    let damaged = [Data(), Data("no record".utf8), Data(count: bytes.count), bytes.prefix(40)]
    for contents in damaged {
      let directory = try TemporaryDirectory(holding: [RollingRecorder.fileName: contents])
      let path = directory.path + "/" + RollingRecorder.fileName
      #expect(throws: RollingRecordingError.notARecord(path: path)) {
        _ = try RollingRecording(directory: directory.path)
      }
    }
  }

  @Test(
    "without room for the record there is none; without room for two, the new one replaces the old",
    .enabled(if: SmallDisk.canBeMade))
  func smallDisk() throws {
    let layout = RollingFileLayout(sampleRate: rate, updateRate: .standard, linesPerUpdate: 1)
    let none = try SmallDisk(kilobytes: 300)
    #expect(throws: FileStoreError.writeFailed(path: none.path, code: ENOSPC)) {
      _ = try recorder(in: none.path, "one")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: none.path) == [])
    let one = try SmallDisk(kilobytes: layout.byteCount * 3 / 2 / 1024)
    do {
      let first = try recorder(in: one.path, "one")
      first.skip(5)
      // A session that still runs keeps its record.
      #expect(throws: FileStoreError.writeFailed(path: one.path, code: ENOSPC)) {
        _ = try recorder(in: one.path, "two")
      }
      #expect(try RollingRecording(directory: one.path).description == "one")
    }
    let second = try recorder(in: one.path, "two")
    write([Float](repeating: 0.5, count: 40 * rate.hertz), to: second)
    #expect(second.shortfall == nil)
    let record = try RollingRecording(directory: one.path)
    #expect(record.description == "two")
    #expect(record.clip.samples.allSatisfy { $0 == 0.5 })
  }

  @Test("a new session removes the files of sessions that were killed before their first sample")
  func swept() throws {
    let directory = try TemporaryDirectory(holding: [
      ".last-session-old": Data("x".utf8), ".last-session-locked": Data("x".utf8),
      ".last-session-new": Data("x".utf8), "last-session-old": Data("x".utf8),
    ])
    for name in [".last-session-old", ".last-session-locked", "last-session-old"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3600)],
        ofItemAtPath: directory.path + "/" + name)
    }
    let held = open(directory.path + "/.last-session-locked", O_RDONLY | O_CLOEXEC)
    defer { close(held) }
    try #require(flock(held, LOCK_EX) == 0)
    let rolling = try recorder(in: directory.path, "one")
    rolling.skip(1)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(
      names.sorted() == [
        ".last-session-locked", ".last-session-new", "last-session", "last-session-old",
      ])
  }

  @Test("a session that waits for its first sample keeps its file, however long")
  func waiting() throws {
    let directory = try TemporaryDirectory()
    let first = try recorder(in: directory.path, "one")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).first)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)],
      ofItemAtPath: directory.path + "/" + name)
    let second = try recorder(in: directory.path, "two")
    first.skip(1)
    #expect(try RollingRecording(directory: directory.path).description == "one")
    second.skip(1)
    #expect(try RollingRecording(directory: directory.path).description == "two")
  }

  @Test(
    "keeps the last half minute and the displayed results after its end, and can be read meanwhile")
  func rolling() throws {
    let directory = try TemporaryDirectory()
    let rolling = try recorder(in: directory.path + "/run", "one")
    let steps = RecordedScript.script(
      RecordedScript.pluck(82.4, rate: rate.hertz, seconds: 3), seed: 9)
    let session = try SessionRecorderTests.listen(steps, ringSeconds: 8) {
      SessionRecorder(sampleRate: $0, rolling: rolling)
    }.session
    let end = try #require(session.recorder?.clip.end)
    for line in 1...9 { rolling.note(["line \(line)\n"], at: SamplePosition(Int64(line))) }
    rolling.note([String(repeating: "x", count: 600)], at: SamplePosition(10))
    rolling.note(["an update after the samples\n"], at: end.advanced(by: 1))
    let first = try RollingRecording(directory: directory.path + "/run")
    #expect(first.description == "one")
    #expect(first.clip == session.recorder?.clip)
    #expect(!first.clip.gaps.isEmpty)
    #expect(first.lines == (1...9).map { "line \($0)\n" })
    #expect(first.firstUpdate == nil && first.shortfall == nil)
    rolling.describe("two")
    #expect(try RollingRecording(directory: directory.path + "/run").description == "two")
    // The next session replaces the file, even if another program has the old one open.
    do {
      let next = try recorder(in: directory.path + "/run", "three")
      #expect(try RollingRecording(directory: directory.path + "/run").description == "two")
      next.skip(5)
      #expect(try RollingRecording(directory: directory.path + "/run").description == "three")
      rolling.skip(5)
      _ = try recorder(in: directory.path + "/run", "silent")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/run")
    #expect(names == [RollingRecorder.fileName])
    #expect(
      try RollingRecording(directory: directory.path + "/run").clip.samples == [0, 0, 0, 0, 0])
    // A damaged gap counts as none.
    let layout = RollingFileLayout(sampleRate: rate, updateRate: .standard, linesPerUpdate: 1)
    let file = try #require(
      FileHandle(forUpdatingAtPath: directory.path + "/run/" + RollingRecorder.fileName))
    try file.seek(toOffset: UInt64(layout.gapOffset))
    try file.write(contentsOf: Data([UInt8](repeating: 0x7f, count: RollingFileLayout.gapBytes)))
    try file.close()
    #expect(try RollingRecording(directory: directory.path + "/run").clip.gaps.isEmpty)
    #expect(throws: RollingRecordingError.nothingKept) {
      _ = try RollingRecording(directory: directory.path + "/none")
    }
  }
}
