// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeServices
import Terminal

/// One command's doing at the gate: actions in, messages and an exit status out.
struct GateAct {
  let world: GateWorld
  let document: GateDocument
  let messages = GateMessages()

  init(_ world: GateWorld, _ document: GateDocument) {
    self.world = world
    self.document = document
  }

  /// Lets these things happen, and says what came of them.
  ///
  /// - Returns: the state behind them.
  func perform(_ actions: [PracticeAction]) throws -> Practice {
    let keeper = world.keeper(document, report: messages.take)
    let practice = try waiting {
      // What the day was is what the journal says now.
      await keeper.send(.refresh)
      for action in actions { await keeper.send(action) }
      await keeper.settle()
      return await keeper.state
    }
    messages.print(world.calendar)
    return practice
  }

  /// Ends with the status that belongs to what was reported.
  func finish() throws {
    if let status = messages.exitStatus { throw status }
  }
}

/// What a keeper reports, kept until it is printed.
final class GateMessages: @unchecked Sendable {
  private let lock = NSLock()
  private var reports: [PracticeReport] = []

  func take(_ report: PracticeReport) { lock.withLock { reports.append(report) } }

  /// Prints each once, on standard error.
  func print(_ calendar: LocalCalendar) {
    var seen: Set<String> = []
    for report in lock.withLock({ reports }) {
      // How things stand is what the command itself prints.
      if case .shields = report { continue }
      let text = Self.text(report, calendar)
      if seen.insert(text).inserted { StandardError.write("tuner: \(printable(text))\n") }
    }
  }

  static func text(_ report: PracticeReport, _ calendar: LocalCalendar) -> String {
    switch report {
    case .goals(let diagnostic): "\(diagnostic)"
    case .gate(let diagnostic): "\(diagnostic)"
    case .data(let metric, let error): GateText.own.dataFailed(metric, error)
    case .blocker(let error): "\(error)"
    case .snapshot(let refusal): "\(refusal)"
    case .store(let error): "\(error)"
    case .shields(let shields): GateText.own.shields(shields, calendar)
    }
  }

  /// Wrong input or a world that refuses is 2; a gate that says no is 1.
  var exitStatus: ExitStatus? {
    var status: ExitStatus?
    for report in lock.withLock({ reports }) {
      switch report {
      case .data, .blocker, .snapshot, .store: return .usage
      case .goals(.editWaits), .gate(.noTargets), .gate(.clockWentBack), .gate(.namesRepeated),
        .goals(.dayWentBack), .shields:
        break
      case .goals, .gate: status = .answerIsNo
      }
    }
    return status
  }
}
