// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import TunerAnalysis
import TunerRuntime
import TunerState
import Tuning

struct TuningsSelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select", abstract: "Select the tuning for commands without -t.",
    discussion: """
      EXAMPLES
        tuner tunings select dadgad
        tuner tunings select standard
      """)

  @Argument(help: ArgumentHelp("A tuning's id.", valueName: "id"))
  var id: String

  func run() throws {
    let directory = try SettingsDirectory()
    let tuning = try TuningLibrary(directory: directory).tuning(id)
    let file = SettingsFile(path: directory.settingsFile)
    for notice in try file.keep(.text(tuning.id), for: .selectedTuningID) {
      StandardError.write("tuner: \(printable("\(notice)"))\n")
    }
    StandardError.write("tuner: \(tuning.id) is selected (\(printable(file.path)))\n")
  }
}
