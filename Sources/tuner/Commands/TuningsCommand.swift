// SPDX-License-Identifier: MIT

import ArgumentParser

struct TuningsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tunings",
    abstract: "List, show, add, select and export tunings.",
    subcommands: [
      TuningsListCommand.self, TuningsShowCommand.self, TuningsAddCommand.self,
      TuningsSelectCommand.self, TuningsExportCommand.self,
    ])
}
