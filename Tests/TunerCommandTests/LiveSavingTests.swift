// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("tuner live: what is saved at the end")
struct LiveSavingTests {
  private let tuner = Program("tuner")
  /// The presentations that need no terminal.
  private static let presentations = [["-f", "ndjson"], ["-f", "text"], ["--screen-reader"]]

  private func files() throws -> TemporaryDirectory {
    try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(111, rate: 16000), rate: 16000)
    ])
  }

  @Test("a journal that another program keeps locked is an error", arguments: presentations)
  func lockedJournal(presentation: [String]) throws {
    let gate = try GatePlace()
    let take = try gate.playing(seconds: 3)
    let directory = URL(fileURLWithPath: gate.journal)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    guard let lock = FileLock(tryingFor: gate.journal + "/.lock") else { throw POSIXError(.EBUSY) }
    let outcome = try tuner.run(
      ["live", "-q", "-t", "chromatic", "--practice", "--input", take] + presentation,
      environment: gate.variables)
    // The wait for the lock is longer than the time that a device has for its end.
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("journal"), "\(outcome.errors)")
    _ = consume lock
    let names = try FileManager.default.contentsOfDirectory(atPath: gate.journal)
    #expect(!names.contains { $0.hasSuffix(".jsonl") })
  }

  @Test(
    "a recording on a full disk is incomplete: an error, also with -q",
    .enabled(if: SmallDisk.canBeMade), arguments: presentations)
  func fullDisk(presentation: [String]) throws {
    let files = try files()
    let disk = try SmallDisk(kilobytes: 128)
    let record = disk.path + "/record.wav"
    let outcome = try tuner.run(
      ["live", "-q", "--input", files.path + "/take.wav", "--record", record] + presentation)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("What was recorded before is there"), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try tuner.run(["analyze", record]).errors == "")
  }

  @Test(
    "a disk without any room needs room, which another name would not make",
    .enabled(if: SmallDisk.canBeMade))
  func noRoom() throws {
    let files = try files()
    let disk = try SmallDisk(kilobytes: 128)
    let filler = open(disk.path + "/filler", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    let block = [UInt8](repeating: 0, count: 4096)
    while write(filler, block, block.count) > 0 {}
    close(filler)
    let outcome = try tuner.run([
      "live", "-q", "--input", files.path + "/take.wav", "--record", disk.path + "/record.wav",
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("Make room first"), "\(outcome.errors)")
    #expect(!outcome.errors.contains("another name"), "\(outcome.errors)")
  }

  @Test(
    "practice on a full disk is an error, also with -q", .enabled(if: SmallDisk.canBeMade),
    arguments: presentations)
  func fullDiskOfPractice(presentation: [String]) throws {
    let gate = try GatePlace()
    let take = try gate.playing(seconds: 3)
    let disk = try SmallDisk(kilobytes: 64)
    let rest = FileManager.default.createFile(
      atPath: disk.path + "/rest", contents: Data(count: 64 << 10))
    #expect(!rest || FileManager.default.fileExists(atPath: disk.path + "/rest"))
    let outcome = try tuner.run(
      ["live", "-q", "-t", "chromatic", "--practice", "--input", take] + presentation,
      environment: ["XDG_DATA_HOME": disk.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(disk.path), "\(outcome.errors)")
  }

  @Test(
    "a disk without room for the last 30 seconds is told, also with -q, and is no failure",
    .enabled(if: SmallDisk.canBeMade), arguments: presentations)
  func fullDiskOfReport(presentation: [String]) throws {
    let files = try files()
    let disk = try SmallDisk(kilobytes: 300)
    let environment = ["XDG_RUNTIME_DIR": disk.path]
    let outcome = try tuner.run(
      ["live", "-q", "--input", files.path + "/take.wav"] + presentation, environment: environment)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "tuner: nothing of this session is kept for tuner report: \(disk.path)/tuner: can't be "
        + "written (No space left on device). Make room, or keep nothing with --no-report\n")
    let report = try tuner.run(["report", "-o", files.path + "/r.zip"], environment: environment)
    #expect(report.status == 2 && report.errors.contains("no session is kept"))
  }

  // A file size limit replaces a full disk. It leaves room for standard error and the counts of the
  // record, and none for samples.
  @Test("a write that fails later ends the record; the program and the report tell when")
  func reportCutShort() throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(111, rate: 16000, seconds: 60), rate: 16000)
    ])
    let environment = ["XDG_RUNTIME_DIR": files.path + "/run"]
    let live = try tuner.start(
      ["live", "-q", "--input", files.path + "/take.wav"], environment: environment)
    _ = try live.firstLines(10)
    let limit = try Program(path: "/usr/bin/prlimit").run([
      "--pid", "\(live.identifier)", "--fsize=65536",
    ])
    try #require(limit.status == 0, "\(limit.errors)")
    try live.waitForErrors(containing: "tuner report")
    let outcome = try live.end(by: SIGINT)
    #expect(outcome.status == 130)
    let told = try #require(
      outcome.errors.wholeMatch(
        of:
          #/tuner: (the recording for tuner report ended [\d.]+ s after the beginning of the session \(File too large\))\. .*\n/#
      ))
    let zip = files.path + "/report.zip"
    let report = try tuner.run(["report", "-o", zip], environment: environment)
    #expect(report.status == 0 && report.errors.contains(told.1), "\(report.errors)")
    let readme = try Program(path: "/usr/bin/python3").run([
      "-c", "import sys,zipfile; print(zipfile.ZipFile(sys.argv[1]).read('README.txt').decode())",
      zip,
    ]).output
    #expect(readme.contains(told.1), "\(readme)")
  }

  @Test("a closed standard output does not give its number to the recording")
  func closedStreams() throws {
    let files = try files()
    let record = files.path + "/record.wav"
    let outcome = try Program(path: "/bin/sh").run(
      [
        "-c", #"exec "$@" <&- >&-"#, "sh", tuner.path, "live", "-f", "ndjson", "--input",
        files.path + "/take.wav", "--record", record,
      ])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("standard output can't be written"), "\(outcome.errors)")
    let bytes = (try? Data(contentsOf: URL(fileURLWithPath: record))) ?? Data()
    #expect(bytes.isEmpty || bytes.starts(with: Data("RIFF".utf8)))
    #expect(bytes.firstRange(of: Data("{".utf8)) == nil)
  }

  @Test("a recording that is cut off is a warning, as with analyze", arguments: presentations)
  func cutOff(presentation: [String]) throws {
    let samples = WAVE.pluck(111, rate: 16000)
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(samples, rate: 16000, promising: 2 * samples.count)
    ])
    let take = files.path + "/take.wav"
    let outcome = try tuner.run(["live", "--input", take] + presentation)
    let analysed = try tuner.run(["analyze", take])
    #expect(outcome.status == 0)
    let warning = try #require(analysed.errors.split(separator: "\n").first)
    #expect(warning.contains("the file is cut off"))
    #expect(outcome.errors.split(separator: "\n").contains(warning), "\(outcome.errors)")
    #expect(try tuner.run(["live", "-q", "--input", take] + presentation).errors == "")
  }
}
