// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import FileStore
import Foundation
import Terminal

struct DatasetsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sets of recordings, and which are installed.",
    discussion: """
      EXAMPLES
        tuner-bench datasets list
        tuner-bench datasets list --json
      """)

  @Flag(help: "Print one JSON document instead of a table.")
  var json = false

  func run() throws {
    let selection = try DatasetSelection(names: [])
    let rows = selection.manifests.map { manifest in
      DatasetRow(
        manifest: manifest, presence: selection.library.presence(of: manifest),
        directory: selection.library.directory(of: manifest))
    }
    try StandardOutput.write(
      json ? DatasetTable.json(rows) : DatasetTable.text(rows, root: selection.library.root))
  }
}
