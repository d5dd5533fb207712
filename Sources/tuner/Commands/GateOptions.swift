// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis

/// The options of all commands of the gate.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The hosts file to manage. (default: the one chosen in the set-up)", valueName: "path"))
  var hostsFile: String?

  /// Assembles the services.
  func world() throws -> GateWorld { try GateWorld(hostsFile: hostsFile) }
}

/// The option of the commands that report.
struct ReportOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text
}
