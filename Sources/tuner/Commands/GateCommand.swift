// SPDX-License-Identifier: MIT

import ArgumentParser
import TunerAnalysis

struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Block sites until you have practised for the day.",
    discussion: """
      EXAMPLES
        tuner gate setup
        tuner gate setup --yes --target youtube.com --goal practice=20m
        tuner gate monitor

      Keep tuner gate monitor running, and play to tuner live: it counts your practice, as tuner \
      serve and tuner analyze --practice do. The monitor itself hears nothing.

      A block is a section of the hosts file with a lease, which the monitor renews: a quarter of \
      an hour, or the --lease of the set-up. Before the gate writes the section, it starts a small \
      process that removes the section when the lease is over, even if the monitor is killed. If \
      that process ends too, for example by a power cut, the next command that changes the gate \
      removes the section, or the timer that the package installs. Without systemd, the line
        * * * * * tuner gate restore --expired
      does the same in the crontab of a user who may change the hosts file.

      Until the goals of the day are met, a change that makes the day easier waits until tomorrow. \
      After tuner gate lock, the removal of a target always waits. \
      There is one emergency exit: tuner gate restore.

      As root, the gate uses only settings that no other user could have written. It need not run \
      as root: see tuner gate section --help.

      Exit status: 0 done, 1 the gate refuses, 2 wrong usage, no set-up or no permission, 130 a \
      signal ended the monitor.
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
      "The hosts file to change. (default: the file chosen in the set-up)", valueName: "path"))
  var hostsFile: String?

  /// Assembles the services.
  func world() throws -> GateWorld { try GateWorld(hostsFile: hostsFile) }
}

/// The option of the commands that report.
struct ReportOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The output format: text or json.")
  var format: DocumentFormat = .text
}
