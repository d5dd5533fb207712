// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal

@main
struct Tuner: Program {
  static let version = Release.version

  static let configuration = CommandConfiguration(
    commandName: "tuner",
    abstract: "Tells what note a guitar is playing, and how far off it is.",
    discussion: """
      EXAMPLES
        tuner live                                   (listen and tune)
        tuner analyze take.wav                       (what does a recording hold?)
        tuner tone -t dadgad -o dadgad.wav           (reference tones)
        tuner check -t standard samples/*.wav        (is a sample library in tune?)
      """,
    version: version,
    subcommands: [
      AnalyzeCommand.self, CalibrateCommand.self, CheckCommand.self, DevicesCommand.self,
      IntonationCommand.self, LiveCommand.self, MergeCommand.self, PracticeCommand.self,
      GateCommand.self, ReportCommand.self, ServeCommand.self, ToneCommand.self,
      TremoloCommand.self, TuningsCommand.self,
    ])
}
