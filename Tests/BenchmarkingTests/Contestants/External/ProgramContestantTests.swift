// SPDX-License-Identifier: MIT

import Acoustics
import Benchmarking
import Evaluation
import Foundation
import ProgramRunning
import Testing

@Suite("Other programs as contestants")
struct ProgramContestantTests {
  private let place: TemporaryDirectory
  private let input = ContestantInput(
    item: "quiet", sampleRate: SampleRate(8000), samples: [Float](repeating: 0, count: 3200),
    updateRate: UpdateRate(updates: 20))

  init() throws { place = try TemporaryDirectory() }

  /// A contestant as a shell script; the text belongs to the test and is no data.
  private func contestant(
    _ script: String, timeLimit: Double = 30, outputLimit: Int = 1 << 16
  ) throws -> ProgramContestant {
    ProgramContestant(
      name: "it", command: try CommandTemplate(words: ["/bin/sh", "-c", script, "{wav}"]),
      timeLimit: timeLimit, outputLimit: outputLimit)
  }

  @Test("the program gets a WAV file, and its lines become readings")
  func reads() throws {
    let readings = try contestant(
      #"test "$(head -c 4 "$0")" = RIFF && printf '0.1,110,0.9\n0.3 0 0\n'"#
    ).readings(of: input)
    #expect(readings.map(\.seconds) == [0.1, 0.3])
    #expect(readings[0].answer?.frequency == Hertz(110))
    #expect(readings[0].answer?.confidence == 0.9)
    #expect(readings[1].answer == nil)
  }

  @Test("a program that hangs is stopped together with its children")
  func stopsHanging() throws {
    let pipe = place.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let descriptor = open(pipe, O_RDONLY | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    // Only the grandchild holds the writing end, so the pipe closes when the grandchild ends, and
    // not before it started.
    let hanging = try contestant("sleep 600 > '\(pipe)' & wait", timeLimit: 2)
    #expect(throws: ContestantError.timedOut(seconds: 2)) {
      try hanging.readings(of: input)
    }
    var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let reports = poll(&end, 1, 10_000)
    #expect(reports == 1)
    #expect(end.revents & Int16(POLLHUP) != 0)
  }

  @Test("each kind of failure has its own error")
  func namesFailures() throws {
    #expect(throws: ContestantError.failed(status: 3, message: "no luck")) {
      try contestant("echo no luck >&2; exit 3").readings(of: input)
    }
    #expect(throws: ContestantError.crashed(signal: 11, message: "")) {
      try contestant("kill -SEGV $$").readings(of: input)
    }
    #expect(throws: ContestantError.printedNothing) {
      try contestant("echo").readings(of: input)
    }
    #expect(throws: ContestantError.printedTooMuch(bytes: 1 << 16)) {
      try contestant("while :; do echo 0.1,110,1; done").readings(of: input)
    }
    #expect {
      try contestant("echo 0.1,high,1").readings(of: input)
    } throws: { error in
      if case .unreadable = error as? ContestantError { true } else { false }
    }
  }

  @Test("a program that leaves out a part of the recording is not scored by the rest")
  func refusesGaps() throws {
    let long = ContestantInput(
      item: "long", sampleRate: SampleRate(8000), samples: [Float](repeating: 0, count: 16_000),
      updateRate: UpdateRate(updates: 20))
    #expect(throws: ContestantError.gapTooLong(from: 0.25, to: 2)) {
      try contestant("printf '0.125,110,1\\n0.25,110,1\\n'").readings(of: long)
    }
  }

  @Test("a program is described by its words, its files, and the versions that it prints if asked")
  func describes() throws {
    let script = try place.write(Data("echo x 1.2; echo more\n".utf8), to: "it.sh")
    let command = try CommandTemplate(words: ["/bin/sh", script, "{wav}"])
    let asked = ProgramContestant(
      name: "it", command: command, versionCommand: ["/bin/sh", script, "--version"])
    #expect(asked.program?.version == "x 1.2")
    #expect(asked.program?.words == ["/bin/sh", script, "{wav}"])
    let unasked = ProgramContestant(name: "it", command: command)
    #expect(unasked.program?.version == nil)
    #expect(unasked.program?.checksums == asked.program?.checksums)
    #expect(asked.program?.checksums[script] != nil && asked.program?.checksums.count == 2)
    try place.write(Data("echo x 1.3\n".utf8), to: "it.sh")
    #expect(asked.program != unasked.program)
    #expect(asked.program?.version == "x 1.3")
  }

  @Test("every known contestant can be asked for its versions")
  func knownVersions() throws {
    for name in KnownContestants.names {
      let known = try #require(
        KnownContestants.contestant(named: name, in: "/cache", meaning: .period, timeLimit: 1))
      #expect(known.versionCommand == Array(known.command.words.prefix(2)) + ["--version"])
      #expect(known.meaning == .period)
    }
  }

  @Test("a missing program is named")
  func namesMissing() throws {
    let missing = ProgramContestant(
      name: "it", command: try CommandTemplate("headstock-no-such-program {wav}"))
    #expect(!missing.isInstalled)
    #expect {
      try missing.readings(of: input)
    } throws: { "\($0)".hasPrefix("headstock-no-such-program is not installed.") }
  }
}
