// SPDX-License-Identifier: MIT

import ArgumentParser
import Synchronization
import Testing

@testable import Terminal

@Suite("A program")
struct ProgramTests {
  @Test("ends with the status of the thrown error")
  func statuses() {
    #expect(FailingProgram.status(of: ["nothing"]) == 0)
    #expect(FailingProgram.status(of: ["no"]) == 1)
    #expect(FailingProgram.status(of: ["fault"]) == 2)
    #expect(FailingProgram.status(of: []) == 2)
    #expect(FailingProgram.status(of: ["nothing", "more"]) == 2)
  }

  @Test("gives help on its commands, and refuses help on others")
  func help() {
    #expect(NestedProgram.status(of: ["help"]) == 0)
    #expect(NestedProgram.status(of: ["help", "thrower"]) == 0)
    #expect(NestedProgram.status(of: ["help", "--help"]) == 0)
    #expect(NestedProgram.status(of: ["help", "nothing"]) == 2)
    #expect(NestedProgram.status(of: ["help", "thrower", "nothing"]) == 2)
  }

  @Test("refuses a word with one dash that holds an h, such as the name of a file")
  func helpInAWord() {
    #expect(NestedProgram.status(of: ["-h"]) == 0)
    #expect(NestedProgram.status(of: ["-high.wav"]) == 2)
    #expect(NestedProgram.status(of: ["thrower", "-xh"]) == 2)
  }

  @Test("has released the thrown error when it ends")
  func nothingHeld() {
    let freed = Payload.Release()
    FailingProgram.$freed.withValue(freed) {
      #expect(FailingProgram.status(of: ["fault"]) == 2)
      #expect(freed.count.load(ordering: .relaxed) == 1)
    }
  }
}

/// A program whose argument selects its ending.
private struct FailingProgram: Program {
  static let configuration = CommandConfiguration(commandName: "thrower")

  /// The counter of the values that errors carry.
  @TaskLocal static var freed: Payload.Release?

  @Argument var way: String

  func run() throws {
    switch way {
    case "no": throw ExitStatus.answerIsNo
    case "fault": throw Fault(payload: Payload(freed: Self.freed))
    default: break
    }
  }
}

private struct NestedProgram: Program {
  static let configuration = CommandConfiguration(
    commandName: "nested", subcommands: [FailingProgram.self])
}

private struct Fault: Error, CustomStringConvertible {
  let payload: Payload
  var description: String { "this one is meant" }
}

/// A value that an error carries; it counts its release.
private final class Payload: Sendable {
  final class Release: Sendable {
    let count = Atomic(0)
  }

  private let freed: Release?

  init(freed: Release?) { self.freed = freed }

  deinit { _ = freed?.count.wrappingAdd(1, ordering: .relaxed) }
}
