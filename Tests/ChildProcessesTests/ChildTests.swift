// SPDX-License-Identifier: MIT

import ChildProcesses
import Foundation
import Glibc
import ProgramRunning
import Testing

@Suite("Child processes")
struct ChildTests {
  private func run(
    _ script: String, input: [UInt8] = [], time: Double = 600, output: Int = 1 << 20
  ) throws -> BoundedRun.Outcome {
    let place = try TemporaryDirectory()
    let program = try place.writeProgram(script, named: "program")
    return try BoundedRun(
      path: program, arguments: ["a b", "$(x)"],
      environment: ["PATH": "/usr/bin:/bin", "A": "1 2"],
      input: input, timeLimit: time, outputLimit: output
    ).run()
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("arguments, variables, input, output, errors and status pass unchanged")
  func passesThrough() throws {
    let outcome = try run(
      "printf '%s|' \"$1\" \"$2\" \"$A\"; cat; echo oops >&2; exit 3", input: Array("in".utf8))
    #expect(text(outcome.output) == "a b|$(x)|1 2|in")
    #expect(text(outcome.errorOutput) == "oops\n")
    #expect(outcome.ending == .exited(3) && outcome.limit == nil)
  }

  @Test("the reason of a failure is the limit, the last line of errors, or the status")
  func reasons() throws {
    #expect(try run("echo first >&2; echo last >&2; exit 3").reason == "last")
    #expect(try run("exit 3").reason == "it gave no reason, status 3")
    let most = try run("head -c 3000000 /dev/zero", output: 2 << 20)
    #expect(most.reason == "it wrote more than 2 MiB")
    #expect(try run("exec cat /dev/zero", output: 1 << 19).reason == "it wrote more than 0.5 MiB")
    #expect(try run("exec tail -f /dev/null", time: 0.25).reason == "it did not end in 0.25 s")
  }

  @Test("more bytes than a pipe holds pass in both directions at the same time")
  func large() throws {
    let bytes = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let outcome = try run("cat", input: bytes, output: 1 << 21)
    #expect(outcome.output == bytes)
  }

  @Test("a program that does not read its input ends normally")
  func readsNothing() throws {
    let outcome = try run("exit 0", input: [UInt8](repeating: 0, count: 1 << 20))
    #expect(outcome.ending == .exited(0))
  }

  @Test("a program that takes too long, or prints too much, is ended")
  func limits() throws {
    let slow = try run("sleep 1000 & wait", time: 0.2)
    #expect(slow.limit == .time && slow.ending == nil)
    let loud = try run("while :; do echo more; done", output: 4096)
    #expect(loud.limit == .output && loud.ending == nil)
  }

  @Test("the children of a program do not delay its end, and are ended with it")
  func leftBehind() throws {
    let parent = try run("sleep 1000 & echo $!")
    #expect(parent.ending == .exited(0))
    let left = try #require(pid_t(text(parent.output).trimmingCharacters(in: .newlines)))
    let deadline = ContinuousClock.now + .seconds(600)
    while isRunning(left), ContinuousClock.now < deadline { sched_yield() }
    #expect(!isRunning(left))
  }

  private func isRunning(_ process: pid_t) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return text?.split(separator: ")").last.map { !$0.hasPrefix(" Z") } ?? false
  }

  @Test("the signal that ends a program is reported, and a child ignores no signal of its parent")
  func signals() throws {
    #expect(try run("kill -TERM $$").ending == .signalled(SIGTERM))
    let before = signal(SIGXFSZ, SIG_IGN)
    defer { signal(SIGXFSZ, before) }
    #expect(try run("kill -XFSZ $$").ending == .signalled(SIGXFSZ))
  }

  @Test("a program inherits only its three standard descriptors")
  func descriptors() throws {
    // A high descriptor without O_CLOEXEC, which no program opens by itself.
    let number = fcntl(STDERR_FILENO, F_DUPFD, 700)
    defer { close(number) }
    let outcome = try run("ls /proc/$$/fd")
    #expect(outcome.ending == .exited(0))
    #expect(text(outcome.output).split(separator: "\n").contains("2"))
    #expect(!text(outcome.output).split(separator: "\n").contains("\(number)"))
  }

  @Test("a file that is not a program is an error that names it")
  func missing() throws {
    let error = #expect(throws: ChildError.self) {
      try BoundedRun(
        path: "/no/such", arguments: [], environment: [:], timeLimit: 1, outputLimit: 1
      ).run()
    }
    #expect(error == .startFailed(program: "/no/such", code: ENOENT))
    #expect(error?.description.contains("/no/such") == true)
    #expect(Launch.path(of: "no-such-program", in: "/usr/bin") == nil)
    #expect(Launch.path(of: "env", in: "relative:/usr/bin") == "/usr/bin/env")
  }

  @Test("a child process that goes out of scope is ended")
  func outOfScope() throws {
    let identifier: pid_t
    do {
      let child = try Child(
        Launch(
          path: "/usr/bin/sleep", arguments: ["sleep", "1000"], environment: [:],
          separation: .group))
      identifier = child.identifier
    }
    #expect(!isRunning(identifier))
  }
}
