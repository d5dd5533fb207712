// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

/// A named pipe that is full and whose reader has stalled.
private final class StalledPipe {
  let path: String
  private let descriptor: Int32

  init(in place: TemporaryDirectory) throws {
    path = place.path + "/stalled"
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    // Linux opens a named pipe for both at once without a wait.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    let block = [UInt8](repeating: 32, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
  }

  deinit { close(descriptor) }
}

@Suite("tuner analyze --batch, where another program stalls", .timeLimit(.minutes(2)))
struct AnalyzeStallTests {
  private let tuner = Program("tuner")
  private let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  /// Writes recordings without a pitch that are analysed in much less than a tenth of a second.
  private func short(_ prefix: String, count: Int) throws -> [String] {
    let sound = WAVE.floats([Float](repeating: 0, count: 2400))
    return try (0..<count).map { try place.write(sound, to: "in/\(prefix)\($0).wav") }
  }

  private func makePipe(_ name: String) -> String {
    let path = place.path + "/" + name
    #expect(mkfifo(path, 0o600) == 0)
    return path
  }

  private func writeList(_ names: [String]) throws {
    try place.write(Data(names.joined(separator: "\n").utf8), to: "list")
  }

  private var batch: [String] {
    ["analyze", "--files-from", place.path + "/list", "--batch", place.path + "/run", "-j", "1"]
  }

  /// Starts a batch with one of its descriptors in a stalled pipe.
  private func start(_ redirection: String, _ arguments: [String]) throws -> RunningProgram {
    try Program(path: "/bin/sh").start(
      ["-c", #"exec "$0" "$@" "# + redirection, tuner.path] + batch + arguments,
      environment: ["STALLED": place.path + "/stalled"])
  }

  /// Starts a batch whose worker hangs in a named pipe while it holds a second request.
  ///
  /// A worker receives requests early when the recordings are short.
  private func startWithQueue(_ arguments: [String]) throws -> (RunningProgram, FileHandle) {
    let pipe = makePipe("pipe.wav")
    try writeList(try short("a", count: 30) + [pipe] + short("b", count: 5))
    let running = try tuner.start(batch + arguments)
    // This waits for the reader.
    return (running, try #require(FileHandle(forWritingAtPath: pipe)))
  }

  @Test("--max-failures ends a run whose worker hangs while it holds a second request")
  func tooManyFailures() throws {
    let (running, pipe) = try startWithQueue(["--timeout", "1", "--max-failures", "0"])
    let outcome = try running.finish()
    try pipe.close()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("30 recordings analysed"), "\(outcome.errors)")
    #expect(outcome.errors.contains("ended after 1 failure."), "\(outcome.errors)")
  }

  @Test("SIGTERM ends a run whose worker hangs while it holds a second request")
  func stopped() throws {
    let (running, pipe) = try startWithQueue(["--timeout", "2"])
    kill(running.identifier, SIGTERM)
    let outcome = try running.finish()
    try pipe.close()
    #expect(outcome.status == 75)
    #expect(outcome.errors.contains("1 could not be used"), "\(outcome.errors)")
  }

  @Test("a list that comes slowly stops neither the results nor SIGTERM", arguments: ["-", "list"])
  func slowList(path: String) throws {
    let name = try #require(short("a", count: 1).first)
    let list = makePipe("list")
    let running = try Program(path: "/bin/sh").start([
      "-c", #"exec "$0" analyze --files-from "$1" --batch "$2" --progress-fd 1 < "$3""#,
      tuner.path, path == "-" ? "-" : list, place.path + "/run", path == "-" ? list : "/dev/null",
    ])
    let writer = try #require(FileHandle(forWritingAtPath: list))
    try writer.write(contentsOf: Data("\(name)\n\(place.path)/unfin".utf8))
    var record = "."
    while !record.isEmpty, !record.contains(#""done":1"#) { record = try running.firstLines(1) }
    #expect(record.contains(#""done":1,"total":null"#))
    kill(running.identifier, SIGTERM)
    let outcome = try running.finish()
    try writer.close()
    #expect(outcome.status == 75, "\(outcome.errors)")
    #expect(outcome.errors.contains("1 recording analysed"), "\(outcome.errors)")
  }

  @Test("a reader of --progress-fd that stalls does not stop the run")
  func stalledProgress() throws {
    let stalled = try StalledPipe(in: place)
    try writeList(try short("a", count: 3))
    let outcome = try start(#"3> "$STALLED""#, ["--progress-fd", "3"]).finish()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("3 recordings analysed"))
    withExtendedLifetime(stalled) {}
  }

  @Test("a reader of standard error that stalls does not keep a finished run", arguments: signals)
  func stalledErrors(number: Int32) throws {
    let stalled = try StalledPipe(in: place)
    try writeList(try short("a", count: 3))
    let running = try start(#"2> "$STALLED""#, ["--progress-fd", "1"])
    var record = "."
    while !record.isEmpty, !record.contains(#""done":3"#) { record = try running.firstLines(1) }
    kill(running.identifier, number)
    #expect(try running.finish().status == 75)
    let journal = try String(
      contentsOfFile: place.path + "/run/0001-of-0001.journal.ndjson", encoding: .utf8)
    #expect(journal.contains(#"{"complete":true"#))
    withExtendedLifetime(stalled) {}
  }

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  @Test("a reader of standard error that stalls does not keep a run that a signal stopped")
  func stalledErrorsAfterSignal() throws {
    let stalled = try StalledPipe(in: place)
    let pipe = makePipe("pipe.wav")
    try writeList([pipe] + short("a", count: 3))
    let running = try start(#"2> "$STALLED""#, [])
    let writer = try #require(FileHandle(forWritingAtPath: pipe))
    kill(running.identifier, SIGTERM)
    // The signal is pending before the recording can end.
    try writer.write(contentsOf: WAVE.floats(WAVE.pluck(147, seconds: 0.8)))
    try writer.close()
    #expect(try running.finish().status == 75)
    withExtendedLifetime(stalled) {}
  }

  @Test("a path that is too long for the system is refused by its length")
  func longPath() throws {
    try writeList([String(repeating: "x", count: 70_000)] + short("a", count: 1))
    let outcome = try tuner.run(batch)
    #expect(outcome.status == 1)
    let errors = try String(
      contentsOfFile: place.path + "/run/0001-of-0001.errors.ndjson", encoding: .utf8)
    #expect(errors.contains("a path holds at most 4095 bytes, and this one 70000"))
  }
}
