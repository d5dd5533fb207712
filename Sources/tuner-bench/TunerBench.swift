// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal

@main
struct TunerBench: Program {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "tuner-bench",
    abstract: "Proves what the tuner claims, on recordings and synthetic strings.",
    version: version,
    subcommands: [
      AccuracyCommand.self, SyntheticCommand.self, LatencyCommand.self, RateCommand.self,
      SoakCommand.self, PauseCommand.self,
      CompareCommand.self, MergeCommand.self, DatasetsCommand.self,
    ])
}
