// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis

/// The flag of all commands of the gate.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The hosts file to manage. (default: the one chosen in the set-up)", valueName: "path"))
  var hostsFile: String?

  /// Puts the services together.
  func world() throws -> GateWorld { try GateWorld(hostsFile: hostsFile) }
}

/// The flag of the commands that report.
struct ReportOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "What is printed: text or json.")
  var format: DocumentFormat = .text
}
