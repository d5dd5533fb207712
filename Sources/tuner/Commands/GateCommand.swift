// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis

struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Earn your screen time: block sites until the practice of the day is done.",
    discussion: """
      EXAMPLES
        tuner gate setup
        tuner gate setup --yes --target youtube.com --goal practice=20m
        tuner gate monitor

      A block is a section of the hosts file that ends by itself: it has a lease of a quarter of an \
      hour, which the monitor renews. A small process stands ready before the section is written, and \
      takes it out when the lease is over, whatever is killed. Where that process is ended too, as by a \
      power cut, the next command of the gate does, or the timer that the package brings. Without \
      systemd,
        * * * * * tuner gate restore --expired
      in the crontab of whoever may change the hosts file does the same.

      Before the goals of the day are met, every change that makes the day easier waits until \
      tomorrow. There is one emergency exit: tuner gate restore.

      As root the gate obeys only settings that nobody else could have written. It need not run as \
      root: see tuner gate section --help.

      Exit status: 0 done, 1 the gate says no, 2 wrong usage, no set-up or no permission.
      """,
    subcommands: [
      GateSetupCommand.self, GateStatusCommand.self, GateStartCommand.self,
      GateCancelCommand.self, GateLockCommand.self, GateGoalCommand.self,
      GateTargetsCommand.self, GateApplyCommand.self, GateRestoreCommand.self,
      GateMonitorCommand.self, GateSectionCommand.self, GateLeaseCommand.self,
    ])
}

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
