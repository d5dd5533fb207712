// SPDX-License-Identifier: MIT

import ArgumentParser
import FileStore
import Foundation
import PracticeGate
import PracticeReports
import PracticeServices
import Synchronization
import Terminal
import TunerDisplay

struct GateMonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Keep the gate up to date: check it every second, and count practice.",
    discussion: """
      EXAMPLES
        tuner gate monitor
        tuner gate monitor --notify on

      It prints a line when a goal is reached, and shows a notification if there is a desktop. It \
      sends notifications with notify-send, from Debian's package libnotify-bin.

      A second monitor ends at once with status 0. After Ctrl-C, a block ends with its lease.
      """)

  @OptionGroup var options: GateOptions

  @Option(
    help: ArgumentHelp(
      """
      Show a notification when a goal is reached: on, off, or auto (only in a desktop session). \
      (default: the choice of the set-up, else auto)
      """, valueName: "choice"))
  var notify: NotificationChoice?

  func run() throws {
    // A signal that comes during the start must count.
    let end = MonitorEnd()
    // Other signals must not end the monitor, because it keeps the blocks up to date.
    for number in [SIGUSR1, SIGUSR2] { signal(number, SIG_IGN) }
    let world = try options.world()
    let document = try world.documentAfterSetUp()
    let notifier = try GoalNotifier(
      notify.map(\.setting) ?? document.settings.notifies, environment: GateWorld.environment)
    try world.directories.journal.prepare()
    guard let lock = FileLock(tryingFor: world.directories.monitorLock) else {
      guard errno == EWOULDBLOCK else {
        throw GateFileError.unusable(path: world.directories.monitorLock, code: errno)
      }
      StandardError.write(
        "tuner: \(MonitorError.alreadyRunning(path: world.directories.monitorLock))\n")
      return
    }
    let calendar = world.calendar
    let news = RepeatedReports()
    let store = world.store(document, healthData: .inBackground) { report in
      guard news.isNew(report) else { return }
      // A target without a command is not blocked, so it is not reported as blocked.
      if case .order(let order) = report, !order.blocked.isEmpty {
        let blocks = world.blocks(order.blocked, document.settings, failure: nil)
        let lines =
          (blocks.inForce.isEmpty ? [] : [GateText.own.blocked(blocks.inForce)])
          + GateText.own.gaps(blocks, path: world.hostsFile(document.settings).path)
        for line in lines { StandardError.write("tuner: \(line)\n") }
        return
      }
      StandardError.write("tuner: \(printable(GateText.own.text(of: report, calendar)))\n")
      if case .reached(let status) = report {
        let notice = GoalNotice(status)
        notifier.tell(title: notice.title, body: notice.body) {
          StandardError.write("tuner: \(printable($0))\n")
        }
      }
    }
    let journal = world.directories.journal
    let monitor = PracticeMonitor(
      store: store,
      events: FileEvents(journal: journal.directory, state: world.directories.gateFile),
      leaseSeconds: document.settings.leaseSeconds,
      // If the file can't be read now, the next order reports it.
      isBlockIntact: {
        (try? world.hostsFile(document.settings).blocksExactly($0, at: world.clock.now)) ?? true
      }
    ) {
      // A change of the time zone applies from the day after the one that begins.
      await store.send(.calendarChanged(world.calendar))
      _ = try? journal.compact(before: world.clock.now)
    }
    end.stop(monitor)
    try waiting {
      // If a day ended while no command ran, the next day uses the current time zone.
      await store.send(.calendarChanged(calendar))
      try await monitor.startMonitoring()
      StandardError.write("tuner: \(GatePhrase.monitorRuns.text)\n")
      await monitor.run()
    }
    notifier.finish()
    StandardError.write("tuner: \(GatePhrase.monitorEnded.text)\n")
    _ = consume lock
  }
}

/// The end of the monitor by a signal, which a separate thread reads.
///
/// A reader of standard error that has stalled can keep the monitor waiting, so the exit is forced
/// after a time.
private final class MonitorEnd: Sendable {
  private struct State {
    var isWanted = false
    var monitor: PracticeMonitor?
  }

  /// The time between a signal and a forced exit, in seconds: a hook that hangs ends earlier.
  private static let seconds = 12.0

  private let state = Mutex(State())

  /// Blocks the signals and starts the thread; call it before any other thread starts.
  init() {
    SignalQueue(only: SignalQueue.ending).follow { [self] _ in
      ForcedExit.schedule(ExitStatus.interrupted.code, after: Self.seconds)
      state.withLock { $0.isWanted = true }
      stopIfWanted()
    }
  }

  /// Stops a monitor when a signal comes, or at once if one came.
  func stop(_ monitor: PracticeMonitor) {
    state.withLock { $0.monitor = monitor }
    stopIfWanted()
  }

  private func stopIfWanted() {
    let monitor = state.withLock { $0.isWanted ? $0.monitor : nil }
    guard let monitor else { return }
    Task { await monitor.stopMonitoring() }
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
