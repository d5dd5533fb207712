// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal

@main
struct TunerBench: Program {
  static let version = Release.version
  static let lettersWithValue = "j"

  static let configuration = CommandConfiguration(
    commandName: "tuner-bench",
    abstract: "Measures the tuner on recordings and synthetic strings.",
    discussion: """
      EXAMPLES
        tuner-bench synthetic --targets              (every target with its figure)
        tuner-bench accuracy --dataset guitarsounds
        tuner-bench compare --contestant all --sets string
      """,
    version: version,
    subcommands: [
      AccuracyCommand.self, SyntheticCommand.self, PolyphonyCommand.self, StrumCommand.self,
      TremoloCommand.self, LatencyCommand.self, RateCommand.self, SoakCommand.self,
      PauseCommand.self, CompareCommand.self, MergeCommand.self,
      DatasetsCommand.self,
    ])
}
