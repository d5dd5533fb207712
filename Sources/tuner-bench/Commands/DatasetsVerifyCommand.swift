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
    for manifest in selection.manifests {
      let isAbsent = selection.library.presence(of: manifest) == .absent
      let faults = isAbsent ? [] : try selection.library.faults(of: manifest)
      isWhole = isWhole && !isAbsent && faults.isEmpty
      try StandardOutput.write(
        DatasetVerdict.text(
          manifest, in: selection.library.directory(of: manifest), isAbsent: isAbsent,
          faults: faults))
    }
    if !isWhole { throw ExitStatus.answerIsNo }
  }
}
