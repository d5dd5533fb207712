// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerDisplay

/// One command's work on the gate, from actions to messages and an exit status.
struct GateOperation {
  let world: GateWorld
  let document: GateDocument
  let messages = GateMessages()

  init(_ world: GateWorld, _ document: GateDocument) {
    self.world = world
    self.document = document
  }

  /// Sends the actions to the gate, and reports the outcome.
  ///
  /// - Returns: the state after the actions.
  func perform(_ actions: [PracticeAction]) throws -> Practice {
    let store = world.store(document, report: messages.add)
    let calendar = world.calendar
    let practice = try waiting {
      await store.send(.calendarChanged(calendar))
      // The totals of the day come from the current journal.
      await store.send(.refresh)
      for action in actions { await store.send(action) }
      await store.settle()
      return await store.state
    }
    messages.print(calendar)
    return practice
  }

  /// Prints the state: the blocked targets on standard output; those that should be blocked but are
  /// not, on standard error.
  func printState(_ practice: Practice) throws {
    let now = world.clock.now
    let blocks = world.blocks(
      practice.gate.blockedTargets(at: now), document.settings, failure: practice.blockFailure)
    // An output that can't be written must not hide what is not blocked.
    let written = Result {
      let text = GateText.own.presentation(
        practice.presentation(at: now), inForce: blocks.inForce)
      try StandardOutput.writeIfRead(text + "\n")
    }
    printGaps(blocks)
    try written.get()
  }

  /// Prints which targets are not blocked, and why.
  func printGaps(_ blocks: BlockReading) {
    for line in GateText.own.gaps(blocks, path: world.hostsFile(document.settings).path) {
      StandardError.write("tuner: \(line)\n")
    }
  }

  /// Ends with the exit status for the reported messages.
  ///
  /// - Parameter needsData: true if the command failed when data could not be read.
  /// - Throws: `ExitStatus`, unless the command succeeded.
  func finish(needsData: Bool) throws {
    if let status = messages.exitStatus(needsData: needsData) { throw status }
  }
}

/// The messages of a store, collected until they are printed.
final class GateMessages: @unchecked Sendable {
  private let lock = NSLock()
  private var reports: [PracticeReport] = []

  func add(_ report: PracticeReport) { lock.withLock { reports.append(report) } }

  /// Prints each message once, on standard error.
  func print(_ calendar: LocalCalendar) {
    var seen: Set<String> = []
    let reports = lock.withLock { self.reports }
    // One file of health data has many metrics, and fails once.
    let failures = reports.compactMap { report -> (PracticeMetric, PracticeDataError)? in
      guard case .data(let metric, let error) = report else { return nil }
      return (metric, error)
    }
    for line in GateText.own.dataFailures(failures) {
      StandardError.write("tuner: \(printable(line))\n")
    }
    for report in reports {
      // The command itself prints the state of the blocks and of the goals.
      switch report {
      case .order, .reached, .data: continue
      case .goals, .gate, .blocker, .snapshot, .gateFile: break
      }
      let text = GateText.own.text(of: report, calendar)
      if seen.insert(text).inserted { StandardError.write("tuner: \(printable(text))\n") }
    }
  }

  /// Returns the exit status for the reported messages.
  ///
  /// - Parameter needsData: true if the command failed when data could not be read.
  /// - Returns: 2 for wrong input or a failing system, 1 when the gate refuses; `nil` for success.
  func exitStatus(needsData: Bool) -> ExitStatus? {
    var status: ExitStatus?
    for report in lock.withLock({ reports }) {
      switch report {
      case .data: if needsData { return .usage }
      case .blocker, .snapshot, .gateFile: return .usage
      case .goals(.editWaits), .goals(.endsToday), .goals(.dayWentBack), .gate(.removalWaits),
        .gate(.removalWaitsForDay), .gate(.noTargets), .gate(.clockWentBack),
        .gate(.namesRepeated), .order, .reached:
        break
      case .goals, .gate: status = .answerIsNo
      }
    }
    return status
  }
}
