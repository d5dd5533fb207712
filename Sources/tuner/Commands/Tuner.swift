// SPDX-License-Identifier: MIT

import ArgumentParser
import FileStore
import PracticeReports
import Terminal

@main
struct Tuner: Program {
  static let version = Release.version
  static let lettersWithValue = "dfjot"

  static let configuration = CommandConfiguration(
    commandName: "tuner",
    abstract: "A guitar tuner: shows the note that a guitar plays and its deviation in cents.",
    discussion: """
      EXAMPLES
        tuner live                                   (listen and tune)
        tuner analyze take.wav                       (list the notes of a recording)
        tuner tone -t dadgad -o dadgad.wav           (reference tones)
        tuner check -t standard samples/*.wav        (check a sample library)

      A setting has the value of its option, else of its variable TUNER_…, else of the file \
      $XDG_CONFIG_HOME/tuner/settings.json (~/.config if the variable is not set), else its \
      default. tuner live --print-config lists all settings with their values and sources.
      """,
    version: version,
    subcommands: [
      AnalyzeCommand.self, CalibrateCommand.self, CheckCommand.self, DevicesCommand.self,
      IntonationCommand.self, LiveCommand.self, MergeCommand.self, PracticeCommand.self,
      GateCommand.self, ReportCommand.self, ServeCommand.self, ToneCommand.self,
      TremoloCommand.self, TuningsCommand.self, AnalyzeWorkerCommand.self,
    ])

  /// Returns the message of an error, in the language of the gate if it is an error of the gate.
  static func sentence(about error: any Error) -> String {
    // Commands without the gate throw errors of files too, and their texts are in English.
    error is FileStoreError ? "\(error)" : GateText.own.sentence(about: error)
  }
}
