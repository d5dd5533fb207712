// SPDX-License-Identifier: MIT

import ArgumentParser
import Synchronization
import Testing

@testable import Terminal

@Suite("A program")
struct ProgramTests {
  @Test("ends with the status of what was thrown")
  func statuses() {
    #expect(Thrower.status(of: ["nothing"]) == 0)
    #expect(Thrower.status(of: ["no"]) == 1)
    #expect(Thrower.status(of: ["fault"]) == 2)
    #expect(Thrower.status(of: []) == 2)
    #expect(Thrower.status(of: ["nothing", "more"]) == 2)
  }

  @Test("holds nothing of an error any more when it ends")
  func nothingHeld() {
    let freed = Cargo.Freed()
    Thrower.$freed.withValue(freed) {
      #expect(Thrower.status(of: ["fault"]) == 2)
      #expect(freed.count.load(ordering: .relaxed) == 1)
    }
  }
}

/// A program that ends as its argument says.
private struct Thrower: Program {
  static let configuration = CommandConfiguration(commandName: "thrower")

  /// The counter of the values that errors carry.
  @TaskLocal static var freed: Cargo.Freed?

  @Argument var way: String

  func run() throws {
    switch way {
    case "no": throw ExitStatus.answerIsNo
    case "fault": throw Fault(cargo: Cargo(freed: Self.freed))
    default: break
    }
  }
}

private struct Fault: Error, CustomStringConvertible {
  let cargo: Cargo
  var description: String { "this one is meant" }
}

/// A value that an error carries; it counts its release.
private final class Cargo: Sendable {
  final class Freed: Sendable {
    let count = Atomic(0)
  }

  private let freed: Freed?

  init(freed: Freed?) { self.freed = freed }

  deinit { _ = freed?.count.wrappingAdd(1, ordering: .relaxed) }
}
