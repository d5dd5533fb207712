// SPDX-License-Identifier: MIT

import Foundation
import ProgramRunning
import Testing

@Suite("tuner analyze --batch, whose worker hangs", .timeLimit(.minutes(2)))
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
}
