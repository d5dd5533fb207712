// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal

/// The reports of the monitor on standard error and on the desktop.
struct MonitorReports: Sendable {
  private let world: GateWorld
  private let settings: GateSettings
  private let notifier: GoalNotifier
  private let news = RepeatedReports()

  init(world: GateWorld, settings: GateSettings, notifier: GoalNotifier) {
    self.world = world
    self.settings = settings
    self.notifier = notifier
  }

  /// Prints a report, and shows a notification of a reached goal.
  func tell(_ report: PracticeReport) {
    guard news.isNew(report) else { return }
    // A target without a command is not blocked, so it is not reported as blocked.
    if case .order(let order) = report, !order.blocked.isEmpty {
      let blocks = world.blocks(order.blocked, settings, failure: nil)
      let lines =
        (blocks.inForce.isEmpty ? [] : [GateText.own.blocked(blocks.inForce)])
        + GateText.own.gaps(blocks, path: world.hostsFile(settings).path)
      for line in lines { StandardError.write("tuner: \(line)\n") }
      return
    }
    StandardError.write("tuner: \(printable(GateText.own.text(of: report, world.calendar)))\n")
    if case .reached(let status) = report {
      let notice = GoalNotice(status)
      notifier.tell(title: notice.title, body: notice.body) {
        StandardError.write("tuner: \(printable($0))\n")
      }
    }
  }
}

/// The last report of each failing part, so that a lasting failure is reported once.
private final class RepeatedReports: @unchecked Sendable {
  private let lock = NSLock()
  private var failure: PracticeReport?

  /// Returns false if a failure is repeated and nothing succeeded in between.
  func isNew(_ report: PracticeReport) -> Bool {
    lock.withLock {
      switch report {
      case .blocker, .gateFile, .data:
        defer { failure = report }
        return failure != report
      case .order:
        failure = nil
        return true
      case .goals, .gate, .snapshot, .reached: return true
      }
    }
  }
}
