// SPDX-License-Identifier: MIT

import ArgumentParser
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerDisplay

struct GateRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Unblock now, even if the goals are not met: the emergency exit.",
    discussion: """
      EXAMPLES
        tuner gate restore
        tuner gate restore --expired

      It removes the section from the hosts file and keeps all other bytes. The gate then stays \
      open until midnight; tuner gate lock closes it again. The journal records the exit, and \
      tuner practice shows it. Every other change that makes today easier waits until tomorrow.

      With --hosts-file, it removes the section that tuner gate apply wrote into that file. Unless \
      it is the hosts file of the set-up, this is no exit: the gate stays closed.
      """)

  @OptionGroup var options: GateOptions

  @Flag(help: "Only remove a block whose lease is over.")
  var expired = false

  func run() throws {
    let file = try GateExit.file(options)
    try? file.sweepLeftovers()
    let clock = WallClock()
    let path = printable(file.path)
    let outcome = try restored(file, clock)
    let phrase: GatePhrase =
      switch outcome {
      case .restored: .restored(path: path)
      case .none: .nothingToRestore(path: path)
      case .active(let end):
        .holdsUntil(
          path: path,
          clock: GateText.clock(end, LocalCalendar.ofSystem(around: clock.now)))
      }
    StandardError.write("tuner: \(phrase.text)\n")
    if expired { return }
    guard let document = GateExit.document else {
      if outcome == .none, options.hostsFile == nil, GateExit.isFileUnknown {
        StandardError.write("tuner: \(GatePhrase.hostsFileUnknown.text)\n")
        throw ExitStatus.usage
      }
      return
    }
    let isClosed =
      (try? document.snapshot.restored())?.gate.blockedTargets(at: clock.now).isEmpty == false
    guard GateExit.isChosen(file, in: document) else {
      if isClosed {
        let path = printable(document.settings.hostsFile)
        StandardError.write("tuner: \(GatePhrase.staysClosed(path: path).text)\n")
      }
      return
    }
    if outcome == .restored || isClosed { try leave(document, clock) }
  }

  /// Records the exit in the journal, and unblocks targets that a command has blocked.
  ///
  /// The hosts are already unblocked, so a failure of the journal is only reported.
  private func leave(_ document: GateDocument, _ clock: WallClock) throws {
    let now = clock.now
    let calendar = LocalCalendar.ofSystem(around: now)
    let phrase: GatePhrase
    do {
      try PracticeDirectories().journal.append([.exit(at: now)])
      // The open day keeps its ends after a change of the zone or of the clock.
      var goals = (try? document.snapshot.restored())?.goals ?? Goals(calendar: calendar)
      _ = goals.reduce(Timed(.calendarChanged(calendar), now: now))
      let day = goals.today ?? PracticeDay(at: now, calendar: calendar)
      phrase = .exitRecorded(clock: GateText.clock(day.endOfExit(at: now), calendar))
    } catch {
      phrase = .exitNotRecorded(reason: printable(GateText.own.sentence(about: error)))
    }
    StandardError.write("tuner: \(phrase.text)\n")
    let hook = GateWorld.hook(document.settings)
    try waiting { try await hook.enforce(blocked: [], until: nil) }
  }

  /// Removes the section, through the gate's helper if this process lacks the permission.
  private func restored(
    _ file: HostsFile, _ clock: WallClock
  ) throws -> HostsFile.Restoration {
    do throws(HostsFileError) {
      return try file.restore(ifOverAt: expired ? clock.now : nil)
    } catch {
      guard case .notPermitted = error, !expired, let settings = GateExit.settings,
        let helper = settings.helper, !helper.isEmpty
      else { throw error }
      let blocker = HelperBlocker(
        helper, environment: GateWorld.environment, leaseSeconds: settings.leaseSeconds)
      try waiting { try await blocker.enforce(blocked: [], until: nil) }
      return .restored
    }
  }
}
