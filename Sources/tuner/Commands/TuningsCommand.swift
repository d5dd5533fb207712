// SPDX-License-Identifier: MIT

import ArgumentParser

struct TuningsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tunings",
    abstract: "List, show, add, select and export tunings.",
    discussion: """
      EXAMPLES
        tuner tunings list
        tuner tunings show dadgad --a4 432
        tuner tunings select drop_d
      """,
    subcommands: [
      TuningsListCommand.self, TuningsShowCommand.self, TuningsAddCommand.self,
      TuningsSelectCommand.self, TuningsExportCommand.self,
    ])
}
