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

  @Test("takes the value of a short option from the same word, also one that holds an h")
  func joinedValues() {
    for words in [["-n4"], ["-n=4"], ["-n", "4"], ["-tchorus"], ["-t=h"], ["-t-"], ["-ta=b"]] {
      #expect(NestedProgram.status(of: ["counter"] + words) == 1, "\(words)")
    }
    #expect(NestedProgram.status(of: ["counter", "-n-4"]) == 1)
    #expect(NestedProgram.status(of: ["counter", "-q", "-n4", "-th"]) == 1)
    // A value that is refused, and an option of another command, give no help.
    #expect(NestedProgram.status(of: ["counter", "-nhalf"]) == 2)
    #expect(NestedProgram.status(of: ["thrower", "no", "-thalf"]) == 2)
    #expect(NestedProgram.status(of: ["counter", "--", "-n4"]) == 2)
  }

  @Test(
    "marks the value in a word of a short option",
    arguments: [
      ("-j4", "-j=4"), ("-fcsv", "-f=csv"), ("-j", "-j"), ("-j=4", "-j=4"), ("-qj4", "-qj4"),
      ("--jobs", "--jobs"), ("-", "-"), ("-f-", "-f=-"), ("j4", "j4"), ("-fa=b", "-f=a=b"),
    ])
  func marks(word: String, marked: String) {
    #expect(JoinedValue.marked([word], letters: "fj") == [marked])
    #expect(JoinedValue.marked(["--", word], letters: "fj") == ["--", word])
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
  static let lettersWithValue = ""
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
  static let lettersWithValue = "nt"
  static let configuration = CommandConfiguration(
    commandName: "nested", subcommands: [FailingProgram.self, Counter.self])
}

/// A command with short options, which ends with 1 where it ran.
private struct Counter: ParsableCommand {
  @Option(name: .short) var number = 0
  @Option(name: .short) var text = ""
  @Flag(name: .short) var quiet = false

  func run() throws { throw ExitStatus.answerIsNo }
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
