// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import PracticeReports
import PracticeServices

struct GateLeaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lease", abstract: "Remove the section when its lease is over.",
    shouldDisplay: false)

  @OptionGroup var options: GateOptions

  @Flag(help: "Do so in a separate process.")
  var detach = false

  @Flag(help: "First wait for the end of standard input.")
  var standBy = false

  func run() throws {
    let file = try GateExit.file(options)
    if detach {
      let code = LeaseProcess.detach(
        GateWorld.leaseCommand(file) + ["--stand-by"], environment: GateWorld.environment)
      guard code == 0 else { throw ValidationError(GateRefusal.leaseFailed) }
      return
    }
    let lock = try PracticeDirectories.leaseLock(for: file)
    if standBy {
      return try LeaseProcess.serve(
        file, lock: lock, input: STDIN_FILENO, output: STDOUT_FILENO)
    }
    try LeaseProcess.watch(file, lock: lock)
  }
}
