// SPDX-License-Identifier: MIT

import ArgumentParser
import FileFormats
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerAnalysis

struct GateStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the blocked targets, the goals, and deferred changes.",
    discussion: """
      EXAMPLES
        tuner gate status
        tuner gate status --format json | jq .
      """)

  @OptionGroup var options: GateOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let world = try options.world()
    let status = try GateStatusReading(world, try world.document()).status()
    try StandardOutput.write(report.format == .json ? status.json.rendered : status.text)
  }
}

struct GateStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Show the gate as earning, with today's progress in percent.",
    discussion: """
      EXAMPLES
        tuner gate start

      Practice counts for the goals of the day with and without this command.
      """)

  @OptionGroup var options: GateOptions

  func run() throws { try GateActions.run(options, [.startWorkout]) }
}

struct GateCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Undo tuner gate start; the practice since then still counts for the day.",
    discussion: """
      EXAMPLES
        tuner gate cancel
      """)

  @OptionGroup var options: GateOptions

  func run() throws { try GateActions.run(options, [.cancelWorkout]) }
}

struct GateLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Close the gate before the unlocked time is over.",
    discussion: """
      EXAMPLES
        tuner gate lock

      The rest of the unlocked time is given up. If the goals of the day unlocked the gate, it \
      stays closed until tomorrow.
      """)

  @OptionGroup var options: GateOptions

  func run() throws { try GateActions.run(options, [.lockNow]) }
}

/// The common part of the commands that send actions to the gate.
enum GateActions {
  /// Sends actions to a configured gate, and prints its new state.
  static func run(_ options: GateOptions, _ actions: [PracticeAction]) throws {
    let world = try options.world()
    world.removeExpiredBlock()
    let operation = GateOperation(world, try world.documentAfterSetUp())
    try operation.printState(try operation.perform(actions))
    try operation.finish(needsData: false)
  }
}
