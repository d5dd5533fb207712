// SPDX-License-Identifier: MIT

import ArgumentParser
import Datasets
import Evaluation
import Terminal

struct DatasetsFetchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Install sets of recordings, and print where they are.",
    discussion: """
      EXAMPLES
        tuner-bench datasets fetch guitarsounds
        tuner-bench datasets fetch --all

      A set that is installed is left as it is, without the network.
      Exit status: 0 installed, 2 wrong usage or a set that can't be installed.
      """)

  @Argument(
    help: ArgumentHelp("Sets to install; see tuner-bench datasets list.", valueName: "name"))
  var names: [String] = []

  @Flag(help: "Install all sets.")
  var all = false

  @Flag(name: .shortAndLong, help: "Say nothing on standard error but errors.")
  var quiet = false

  func validate() throws { try DatasetSelection.validate(names: names, all: all) }

  func run() throws {
    let selection = try DatasetSelection(names: names)
    let installer = DatasetInstaller(library: selection.library)
    for manifest in selection.manifests {
      try installer.install(manifest, document: selection.document(of: manifest)) { step in
        if !quiet { StandardError.write("\(manifest.name): \(DatasetStep.text(step))\n") }
      }
      try StandardOutput.write(selection.library.directory(of: manifest) + "\n")
    }
  }
}
