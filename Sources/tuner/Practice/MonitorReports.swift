// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerDisplay

/// The reports of the monitor on standard error and on the desktop.
struct MonitorReports: Sendable {
  private let world: GateWorld
  private let settings: MonitorSettings
  private let news = RepeatedReports()

  init(world: GateWorld, settings: MonitorSettings) {
    self.world = world
    self.settings = settings
  }

  /// Prints a report, and shows a notification of a reached goal.
  func tell(_ report: PracticeReport) {
    guard news.isNew(report) else { return }
    // A target without a command is not blocked, so it is not reported as blocked.
    if case .order(let order) = report, !order.blocked.isEmpty {
      let settings = settings.present
      let blocks = world.blocks(order.blocked, settings, failure: nil)
      let lines =
        (blocks.inForce.isEmpty ? [] : [GateText.own.blocked(blocks.inForce)])
        + GateText.own.gaps(blocks, path: world.hostsFile(settings).path)
      for line in lines { StandardError.write("tuner: \(line)\n") }
      return
    }
    let text = GateText.own.text(of: report, world.calendar)
    StandardError.write("tuner: \(printable(Self.isOfFile(report) ? kept(text) : text))\n")
    if case .reached(let status) = report {
      let notice = GoalNotice(status)
      settings.notifier.tell(title: notice.title, body: notice.body) {
        StandardError.write("tuner: \(printable($0))\n")
      }
    }
  }

  /// Returns the sentence that the last settings stay in use, with the reason.
  private func kept(_ reason: String) -> String { GatePhrase.settingsKept(reason: reason).text }

  private static func isOfFile(_ report: PracticeReport) -> Bool {
    if case .gateFile = report { true } else { false }
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
      case .blocker, .data:
        defer { failure = report }
        return failure != report
      case .order:
        failure = nil
        return true
      case .goals, .gate, .gateFile, .snapshot, .reached: return true
      }
    }
  }
}
