// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("An interruption of a program that something keeps waiting")
struct InterruptionTests {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  /// Only a live session has something to do before Ctrl-Z stops it.
  private static let ofLive = ending + [SIGTSTP, SIGCONT, SIGUSR1, SIGWINCH]

  private let tuner = Program("tuner")

  /// Starts a program without blocked signals.
  ///
  /// Threads of a test block nearly all, and a program inherits that.
  private func start(
    _ arguments: [String], environment: [String: String?], errors: String = "/dev/stderr"
  ) throws -> RunningProgram {
    let running = try Program(path: "/usr/bin/python3").start(
      [
        "-c",
        """
        import os, signal, sys
        os.dup2(os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND), 2)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        print("unblocked", flush=True)
        os.execv(sys.argv[2], sys.argv[2:])
        """, errors, tuner.path,
      ] + arguments, environment: environment)
    _ = try running.firstLines(1)
    return running
  }

  /// A device whose opening waits for the other end of a FIFO, which never comes: like a sound
  /// server that doesn't answer.
  private func hangingDevice(in files: TemporaryDirectory) throws -> ALSAConfiguration {
    let fifo = files.path + "/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    return try ALSAConfiguration(
      """
      pcm.hanging_out { type file slave.pcm null file "\(fifo)" format raw }
      pcm.hanging_in { type file slave.pcm null file "/dev/null" infile "\(fifo)" format raw }
      """)
  }

  @Test(
    "ends a command with 130 although the device does not open",
    arguments: [
      ["tone", "A2", "-d", "hanging_out"], ["calibrate", "-d", "hanging_in", "--seconds", "10"],
      ["live", "-d", "hanging_in"],
    ], [SIGINT, SIGTERM, SIGHUP])
  func hangingOpening(arguments: [String], number: Int32) throws {
    let files = try TemporaryDirectory()
    let configuration = try hangingDevice(in: files)
    let running = try start(arguments, environment: configuration.environment)
    try running.waitUntilBlocking(arguments[0] == "live" ? Self.ofLive : Self.ending)
    #expect(try running.end(by: number).status == 130)
  }

  @Test(
    "ends a command with 130 although nobody reads its standard error",
    arguments: [["live"], ["serve", "--port", "0", "--page"]])
  func stalledReader(arguments: [String]) throws {
    let files = try TemporaryDirectory(holding: [
      "take.wav": WAVE.floats(WAVE.pluck(110, seconds: 60)),
      "page/index.html": Data(#"<html><meta name="headstock-session" content=""></html>"#.utf8),
      "page/headstock.wasm": Data(),
    ])
    let page = arguments.last == "--page" ? [files.path + "/page"] : []
    let stalled = try StalledPipe(in: files)
    let running = try start(
      arguments + page + ["--input", files.path + "/take.wav"], environment: [:],
      errors: stalled.path)
    try running.waitUntilBlocking(Self.ofLive)
    #expect(try running.end(by: SIGTERM).status == 130)
  }

  @Test("ends the monitor of the gate although nobody reads its standard error")
  func stalledMonitor() throws {
    let gate = try GatePlace()
    try gate.setUp()
    let stalled = try StalledPipe(in: gate.place)
    let running = try start(
      ["gate", "monitor"], environment: gate.variables, errors: stalled.path)
    try running.waitUntilBlocking(Self.ending)
    // The monitor may see the signal before it writes; then it ends by itself when it has written.
    #expect(try running.end(by: SIGTERM).status == 130)
  }

  @Test("ends the monitor of the gate during its start", arguments: [SIGINT, SIGTERM, SIGHUP])
  func startingMonitor(number: Int32) throws {
    let gate = try GatePlace()
    try gate.setUp()
    let running = try start(["gate", "monitor"], environment: gate.variables)
    try running.waitUntilBlocking(Self.ending)
    let outcome = try running.end(by: number)
    #expect(outcome.status == 130)
    #expect(outcome.errors.contains("has ended"), "\(outcome.errors)")
  }
}

/// A pipe that is full, and that nobody reads.
private final class StalledPipe {
  let path: String
  private let descriptor: Int32

  init(in files: TemporaryDirectory) throws {
    path = files.path + "/stalled"
    try #require(mkfifo(path, 0o600) == 0)
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(descriptor >= 0)
    let bytes = [UInt8](repeating: 0, count: 4096)
    while write(descriptor, bytes, bytes.count) > 0 {}
  }

  deinit { close(descriptor) }
}
