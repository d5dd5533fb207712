// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import PracticeGoals
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
    let file = try GateExit.file(options)
    try? file.sweepLeftovers()
    let clock = SystemClock()
    let path = printable(file.path)
    let phrase: GatePhrase =
      switch try restored(file, clock) {
      case .restored: .restored(path: path)
      case .none: .nothingToRestore(path: path)
      case .holds(let end):
        .holdsUntil(
          path: path,
          clock: GateText.clock(end, LocalCalendar.of(.current, around: clock.now)))
      }
    StandardError.write("tuner: \(phrase.text)\n")
  }

  /// Removes the section, through the gate's helper where there is no permission.
  private func restored(
    _ file: HostsFile, _ clock: SystemClock
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

/// Removal of a block without a lock, a readable state or a home directory.
enum GateExit {
  /// Returns the hosts file of the command line or of the settings; that of the system if neither
  /// names one.
  static func file(_ options: GateOptions) throws -> HostsFile {
    if let path = try GateWorld.hostsPath(options.hostsFile) { return HostsFile(path: path) }
    return settings.map { HostsFile(path: $0.hostsFile) } ?? .system
  }

  /// Reads the settings; `nil` where they can't be read or trusted.
  static var settings: GateSettings? {
    guard let places = try? PracticePlaces() else { return nil }
    return GateStore(path: places.gateFile) { _ in }.settingsWithoutLock()
  }
}

struct GateLeaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lease", abstract: "Remove the section when its lease is over.",
    shouldDisplay: false)

  @OptionGroup var options: GateOptions

  @Flag(help: "Do it in a process of its own.")
  var detach = false

  @Flag(help: "Wait for the end of standard input before.")
  var standBy = false

  func run() throws {
    let file = try GateExit.file(options)
    if detach {
      let code = LeaseProcess.detach(
        GateWorld.leaseCommand(file) + ["--stand-by"], environment: GateWorld.environment)
      guard code == 0 else { throw ValidationError(GateRefusal.leaseFailed) }
      return
    }
    let lock = try PracticePlaces.leaseLock(for: file)
    if standBy {
      return try LeaseProcess.stand(
        by: file, lock: lock, input: STDIN_FILENO, output: STDOUT_FILENO)
    }
    try LeaseProcess.watch(file, lock: lock)
  }
}
