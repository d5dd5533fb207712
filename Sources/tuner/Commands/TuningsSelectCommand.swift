// SPDX-License-Identifier: MIT

import ArgumentParser
import Terminal
import Tuning

struct TuningsSelectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "select", abstract: "Choose the tuning that is meant without -t.")

  @Argument(help: ArgumentHelp("A tuning's id.", valueName: "id"))
  var id: String

  func run() throws {
    let directory = try SettingsDirectory()
    let tuning = try TuningLibrary(directory: directory).tuning(id)
    try TuningChoice(directory: directory).choose(tuning.id)
    StandardError.write("tuner: \(tuning.id) is selected (\(printable(directory.settingsFile)))\n")
  }
}
