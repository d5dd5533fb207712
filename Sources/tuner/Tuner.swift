// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal

@main
struct Tuner: Program {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "tuner",
    abstract: "Tells what note a guitar is playing, and how far off it is.",
    version: version,
    subcommands: [
      AnalyzeCommand.self, CalibrateCommand.self, CheckCommand.self, DevicesCommand.self,
      IntonationCommand.self, LiveCommand.self, PracticeCommand.self, GateCommand.self,
      ReportCommand.self, ToneCommand.self, TuningsCommand.self,
    ])
}
