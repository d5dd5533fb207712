// SPDX-License-Identifier: MIT

import ArgumentParser
import FileFormats
import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal
import TunerAnalysis

struct GateStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what is blocked, how the goals stand, and what waits.",
    discussion: """
      EXAMPLES
        tuner gate status
        tuner gate status --format json | jq .
      """)

  @OptionGroup var options: GateOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let world = try options.world()
    let document = try world.document() ?? GateSetup.fresh(world)
    let status = try GateStatusReading(world, document).status()
    try StandardOutput.write(report.format == .json ? status.json.rendered : status.text)
  }
}

struct GateStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begin a workout: practice from now on counts for it.",
    discussion: """
      EXAMPLES
        tuner gate start
      """)

  @OptionGroup var options: GateOptions

  func run() throws { try GateActing.run(options, [.startWorkout]) }
}

struct GateCancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Give the workout up; its minutes still count for the day.",
    discussion: """
      EXAMPLES
        tuner gate cancel
      """)

  @OptionGroup var options: GateOptions

  func run() throws { try GateActing.run(options, [.cancelWorkout]) }
}

struct GateLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: "Close the gate, and forfeit the rest.",
    discussion: """
      EXAMPLES
        tuner gate lock
      """)

  @OptionGroup var options: GateOptions

  func run() throws { try GateActing.run(options, [.lockNow]) }
}

/// What the commands have in common that let one thing happen.
enum GateActing {
  /// Lets these things happen at a gate that is set up, and prints how it stands then.
  static func run(_ options: GateOptions, _ actions: [PracticeAction]) throws {
    let world = try options.world()
    let act = GateAct(world, try world.documentAfterSetUp())
    let practice = try act.perform(actions)
    let now = world.clock.now
    try StandardOutput.write(GateText.own.presentation(practice.presentation(at: now)) + "\n")
    try act.finish()
  }
}
