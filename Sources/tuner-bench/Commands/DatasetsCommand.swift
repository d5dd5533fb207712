// SPDX-License-Identifier: MIT

import ArgumentParser

struct DatasetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "datasets",
    abstract: "List, install and check sets of recordings for the bench.",
    discussion: """
      EXAMPLES
        tuner-bench datasets list
        tuner-bench datasets fetch guitarsounds
        tuner-bench datasets verify --all

      Recordings are kept in $XDG_CACHE_HOME/headstock/datasets, else in ~/.cache/headstock/datasets. \
      Only fetch uses the network: package registries, and for downloads their \
      publishers' servers.
      """,
    subcommands: [DatasetsListCommand.self, DatasetsFetchCommand.self, DatasetsVerifyCommand.self])
}
