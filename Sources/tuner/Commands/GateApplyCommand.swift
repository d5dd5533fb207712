// SPDX-License-Identifier: MIT

import ArgumentParser
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerDisplay

struct GateApplyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Block the targets that must be blocked now, and unblock the others.",
    discussion: """
      EXAMPLES
        tuner gate apply --dry-run
        tuner gate apply

      A block that --hosts-file writes into another file than the one of the set-up ends with its \
      lease, or with tuner gate restore and the same --hosts-file. The gate then stays closed.
      """)

  @OptionGroup var options: GateOptions

  @Flag(help: "Print the changes and the commands to run, without making or running them.")
  var dryRun = false

  func run() throws {
    let world = try options.world()
    if dryRun { return try GateDryRun(world, try world.documentAfterSetUp()).run() }
    world.removeExpiredBlock()
    let document = try world.documentAfterSetUp()
    let operation = GateOperation(world, document)
    let practice = try operation.perform([.started])
    // A failed block must not be reported as done.
    if practice.blockFailure != nil { return try operation.finish(needsData: true) }
    guard let order = practice.gate.blockOrder else {
      try StandardOutput.writeIfRead(GatePhrase.nothingEnforced.text + "\n")
      return try operation.finish(needsData: true)
    }
    // The hosts file shows which targets are blocked; the order states only which should be.
    let blocks = world.blocks(order.blocked, document.settings, failure: nil)
    // An output that can't be written must not hide what is not blocked.
    let written = Result {
      if order.blocked.isEmpty {
        try StandardOutput.writeIfRead(GateText.own.order(order, world.calendar) + "\n")
      } else if !blocks.inForce.isEmpty {
        try StandardOutput.writeIfRead(GateText.own.blocked(blocks.inForce) + "\n")
      }
    }
    operation.printGaps(blocks)
    try operation.finish(needsData: true)
    if !blocks.gaps.isEmpty { throw ExitStatus.usage }
    try written.get()
  }
}

/// The changes that `apply` would make, computed on a copy of the state.
struct GateDryRun {
  let world: GateWorld
  let document: GateDocument

  init(_ world: GateWorld, _ document: GateDocument) {
    self.world = world
    self.document = document
  }

  func run() throws {
    let messages = GateMessages()
    let store = world.store(
      document, memory: GateMemory(document), blocker: NullBlocker(), report: messages.add)
    let calendar = world.calendar
    let order = try waiting {
      await store.send(.calendarChanged(calendar))
      await store.send(.started)
      await store.settle()
      return await store.state.gate.blockOrder
    }
    messages.print(calendar)
    guard let order else {
      return try StandardOutput.write(GatePhrase.nothingEnforced.text + "\n")
    }
    let changes = try fileChanges(order) + commands(order)
    let path = world.hostsFile(document.settings).path
    try StandardOutput.write(
      changes.isEmpty ? GatePhrase.unchanged(path: printable(path)).text + "\n" : changes)
  }

  /// Returns the lines of the hosts file that would change; a helper changes its own file.
  private func fileChanges(_ order: BlockOrder) throws -> String {
    let settings = document.settings
    guard settings.helper?.isEmpty != false else { return "" }
    let blocker = world.hostsBlocker(settings)
    let plan = try waiting {
      try await blocker.plan(blocked: order.blocked, until: order.until)
    }
    return HostsDifference.text(
      plan.contents, plan.section, path: world.hostsFile(settings).path)
  }

  /// Returns the commands that would run, one on each line.
  private func commands(_ order: BlockOrder) -> String {
    let settings = document.settings
    let hosts = order.blocked.filter { $0.rawValue.hasPrefix(HostName.prefix) }
    let runs = [
      (settings.helper ?? [], hosts),
      (order.blocked.isEmpty ? settings.onUnblock : settings.onBlock, order.blocked),
    ]
    return runs.filter { !$0.0.isEmpty }.map { words, targets in
      let command = printable(words.joined(separator: " "))
      let phrase: GatePhrase =
        targets.isEmpty
        ? .runToUnblock(command: command)
        : .runToBlock(command: command, names: GateText.list(targets))
      return phrase.text + "\n"
    }.joined()
  }
}
