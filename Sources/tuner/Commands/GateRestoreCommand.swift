// SPDX-License-Identifier: MIT

import ArgumentParser
import PracticeServices
import Terminal
import TunerDisplay

struct GateRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Remove the section from the hosts file; all other bytes stay as they are.",
    discussion: """
      EXAMPLES
        tuner gate restore
        tuner gate restore --expired
      """)

  @OptionGroup var options: GateOptions

  @Flag(help: "Only if its lease is over.")
  var expired = false

  func run() throws {
    let world = try options.world()
    // An unreadable state must not prevent the restoration.
    let settings = (try? world.document()?.settings) ?? GateSettings()
    let file = world.hostsFile(settings)
    let isDone = try file.restore(ifOverAt: expired ? world.clock.now : nil)
    StandardError.write(
      "tuner: "
        + (isDone
          ? GatePhrase.restored(path: printable(file.path)).text
          : GatePhrase.nothingToRestore(path: printable(file.path)).text) + "\n")
  }
}

struct GateLeaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lease", abstract: "Remove the section when its lease is over.",
    shouldDisplay: false)

  @OptionGroup var options: GateOptions

  @Flag(help: "Do it in a process of its own.")
  var detach = false

  func run() throws {
    let world = try options.world()
    let settings = (try? world.document()?.settings) ?? GateSettings()
    let file = world.hostsFile(settings)
    if detach {
      let code = LeaseProcess.detach(
        GateWorld.leaseCommand(file), environment: GateWorld.environment)
      guard code == 0 else { throw ValidationError(GateRefusal.leaseFailed) }
      return
    }
    try LeaseProcess.watch(file, lock: world.places.leaseLock(for: file))
  }
}
