// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import Evaluation
import Terminal

struct DatasetsVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare installed recordings with their checksums and descriptions.",
    discussion: """
      EXAMPLES
        tuner-bench datasets verify guitarsounds
        tuner-bench datasets verify --all

      Exit status: 0 all is well, 1 something is missing or wrong, 2 wrong usage.
      """)

  @Argument(help: ArgumentHelp("Sets to check; see tuner-bench datasets list.", valueName: "name"))
  var names: [String] = []

  @Flag(help: "Check all sets.")
  var all = false

  func validate() throws { try DatasetSelection.validate(names: names, all: all) }

  func run() throws {
    let selection = try DatasetSelection(names: names)
    var isWhole = true
    for choice in selection.choices {
      let isAbsent = selection.presence(of: choice) == .absent
      let result = isAbsent ? nil : try DatasetVerdict.Result(of: choice, in: selection.library)
      isWhole = isWhole && result?.faults.isEmpty == true
      try StandardOutput.write(
        DatasetVerdict.text(choice.name, in: selection.directory(of: choice), result))
    }
    if !isWhole { throw ExitStatus.answerIsNo }
  }
}
