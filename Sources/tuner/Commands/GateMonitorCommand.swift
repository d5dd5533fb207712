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
    abstract: "Keep the gate up to date: read the practice that tuner live counts.",
    discussion: """
      EXAMPLES
        tuner gate monitor
        tuner gate monitor --notify on

      It checks the gate every second. It hears nothing itself: play to tuner live, or count \
      recordings with tuner analyze --practice.

      It prints a line when a goal is reached, and shows a notification if there is a desktop. It \
      sends notifications with notify-send, from Debian's package libnotify-bin.

      It uses changes of tuner gate setup, goal and targets at once, and reads a new health export. \
      Settings that could unblock a target wait until nothing is blocked. If the settings can't \
      be read, it keeps the last ones, and the block.

      A second monitor ends at once with status 0. After Ctrl-C, a block ends with its lease, and \
      the status is 130.
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
    world.removeExpiredBlock()
    let document = try world.documentAfterSetUp()
    let settings = try MonitorSettings(document.settings, in: world, notify: notify)
    try world.directories.journal.prepare()
    guard let lock = try Self.lock(world.directories.monitorLock) else { return }
    let calendar = world.calendar
    let reports = MonitorReports(world: world, settings: settings)
    let store = world.store(document, healthData: .inBackground) { reports.tell($0) }
    let monitor = Self.monitor(of: store, in: world, settings)
    end.stop(monitor)
    try waiting {
      // If a day ended while no command ran, the next day uses the current time zone.
      await store.send(.calendarChanged(calendar))
      try await monitor.startMonitoring()
      StandardError.write("tuner: \(GatePhrase.monitorRuns.text)\n")
      await monitor.run()
    }
    settings.notifier.finish()
    StandardError.write("tuner: \(GatePhrase.monitorEnded.text)\n")
    _ = consume lock
    if end.isWanted { throw ExitStatus.interrupted }
  }

  /// Locks the monitor; `nil` if another monitor runs, which is then reported.
  private static func lock(_ path: String) throws -> FileLock? {
    if let lock = FileLock(tryingFor: path) { return lock }
    guard errno == EWOULDBLOCK else { throw GateFileError.unusable(path: path, code: errno) }
    StandardError.write("tuner: \(MonitorError.alreadyRunning(path: path))\n")
    return nil
  }

  private static func monitor(
    of store: PracticeStore, in world: GateWorld, _ settings: MonitorSettings
  ) -> PracticeMonitor {
    let journal = world.directories.journal
    return PracticeMonitor(
      store: store,
      events: FileEvents(journal: journal.directory, state: world.directories.gateFile),
      settings: settings.present,
      // If the file can't be read now, the next order reports it.
      isBlockIntact: {
        (try? world.hostsFile(settings.present).blocksExactly($0, at: world.clock.now)) ?? true
      },
      calendar: { world.calendar },
      daily: { _ = try? journal.compact(before: world.clock.now) },
      adopt: { await settings.adopt($0, in: store, isBlocking: $1) })
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

  /// True after a signal.
  var isWanted: Bool { state.withLock { $0.isWanted } }

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
