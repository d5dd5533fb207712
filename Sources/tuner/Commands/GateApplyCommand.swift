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
      """)

  @OptionGroup var options: GateOptions

  @Flag(help: "Print the changes without making them.")
  var dryRun = false

  func run() throws {
    let world = try options.world()
    let document = try world.documentAfterSetUp()
    if dryRun { return try GateDryRun(world, document).run() }
    let operation = GateOperation(world, document)
    let practice = try operation.perform([.started])
    // A failed block must not be reported as done.
    if practice.blockFailure != nil { return try operation.finish() }
    guard let order = practice.gate.blockOrder else {
      try StandardOutput.writeIfRead(GatePhrase.nothingEnforced.text + "\n")
      return try operation.finish()
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
    try operation.finish()
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
    let blocker = world.hostsBlocker(document.settings)
    let path = world.hostsFile(document.settings).path
    let calendar = world.calendar
    let (order, difference) = try waiting { () async throws -> (BlockOrder?, String) in
      await store.send(.calendarChanged(calendar))
      await store.send(.started)
      await store.settle()
      guard let order = await store.state.gate.blockOrder else { return (nil, "") }
      let plan = try await blocker.plan(blocked: order.blocked, until: order.until)
      return (order, HostsDifference.text(plan.contents, plan.section, path: path))
    }
    messages.print(calendar)
    if order == nil { return try StandardOutput.write(GatePhrase.nothingEnforced.text + "\n") }
    try StandardOutput.write(
      difference.isEmpty ? GatePhrase.unchanged(path: printable(path)).text + "\n" : difference)
  }
}
