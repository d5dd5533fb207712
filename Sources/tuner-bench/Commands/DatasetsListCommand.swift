// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import FileStore
import Foundation
import Terminal

struct DatasetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sets of recordings, how large they are, and which are installed.",
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
