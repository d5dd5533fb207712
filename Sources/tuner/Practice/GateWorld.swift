// SPDX-License-Identifier: MIT

import Foundation
import PracticeGate
import PracticeGoals
import PracticeReports
import PracticeServices
import Terminal
import TunerDisplay

/// The gate's services for a command.
///
/// No other place assembles them.
struct GateWorld {
  let directories: PracticeDirectories
  let clock = WallClock()
  let gateFile: GateFile
  /// The hosts file of the command line; `nil` for the file chosen in the set-up.
  let hostsPath: String?

  init(hostsFile: String?) throws {
    directories = try PracticeDirectories()
    gateFile = GateFile(path: directories.gateFile) {
      StandardError.write("tuner: \(GatePhrase.corrupt(kept: printable($0)).text)\n")
    }
    hostsPath = try Self.hostsPath(hostsFile)
  }

  /// Removes a section whose lease has expired, for example after a power cut, and reports it.
  ///
  /// Only a command that may change the hosts file calls it.
  func removeExpiredBlock() {
    let path =
      hostsPath ?? gateFile.documentWithoutLock()?.settings.hostsFile
      ?? gateFile.hostsFileOfDamagedSettings
    guard let path else { return }
    let file = HostsFile(path: path)
    guard let section = try? file.read().section, section.isOver(at: clock.now) else { return }
    let phrase: GatePhrase
    do throws(HostsFileError) {
      guard try file.restore(ifOverAt: clock.now) == .restored else { return }
      phrase = .expiredBlockRemoved(path: printable(path))
    } catch {
      phrase = .expiredBlockRemains(path: printable(path))
    }
    StandardError.write("tuner: \(phrase.text)\n")
  }

  /// Reads the option that names a hosts file.
  static func hostsPath(_ hostsFile: String?) throws -> String? {
    guard let hostsFile else { return nil }
    guard !hostsFile.isEmpty else { throw PracticeUsageError("--hosts-file: the path is empty.") }
    return absolute(hostsFile)
  }

  /// Returns a path that other processes can use, whatever their directory is.
  static func absolute(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  var calendar: LocalCalendar { LocalCalendar.ofSystem(around: clock.now) }

  /// The variables of this process.
  static var environment: [String: String] { ProcessInfo.processInfo.environment }

  /// Reads the gate's document; `nil` before the first set-up.
  func document() throws -> GateDocument? {
    var found: GateDocument?
    try gateFile.update { document, _ in
      found = document
      return nil
    }
    return found
  }

  /// Reads the document of a gate that is set up.
  func documentAfterSetUp() throws -> GateDocument {
    guard let document = try document(),
      try document.snapshot.restored().onboarding.step == .done
    else { throw PracticeUsageError(GateRefusal.notSetUp) }
    return document
  }

  /// Returns settings with the hosts file that this command uses.
  func inUse(_ settings: GateSettings) -> GateSettings {
    var settings = settings
    settings.hostsFile = hostsPath ?? settings.hostsFile
    return settings
  }

  func hostsFile(_ settings: GateSettings) -> HostsFile {
    HostsFile(path: hostsPath ?? settings.hostsFile)
  }

  /// Compares the targets that should be blocked with those that are.
  ///
  /// - Parameters:
  ///   - targets: the targets that should be blocked.
  ///   - settings: the settings of the gate.
  ///   - failure: the failure of the last order; `nil` if it was enforced.
  /// - Returns: the targets that are blocked, and those that are not, with the reasons.
  func blocks(
    _ targets: [TargetID], _ settings: GateSettings, failure: BlockerError?
  ) -> BlockReading {
    BlockReading(
      targets, in: hostsFile(settings), hasCommand: !settings.onBlock.isEmpty, failure: failure)
  }

  /// The newest damaged file of settings that was set aside; `nil` for none.
  var damagedSettings: String? { gateFile.lastSetAside }

  // MARK: - Services

  func hostsBlocker(_ settings: GateSettings) -> HostsBlocker {
    Self.hostsBlocker(hostsFile(settings), leaseSeconds: settings.leaseSeconds)
  }

  static func hostsBlocker(_ file: HostsFile, leaseSeconds: Int) -> HostsBlocker {
    HostsBlocker(
      file, clock: WallClock(), leaseSeconds: leaseSeconds,
      leaseGuard: LeaseProcess(environment: Self.environment) { file in
        Self.leaseCommand(file) + ["--detach"]
      })
  }

  func blocker(_ settings: GateSettings) -> BlockerChain {
    let helper = settings.helper.flatMap { $0.isEmpty ? nil : $0 }
    return BlockerChain([
      helper.map {
        HelperBlocker(
          $0, environment: Self.environment, leaseSeconds: settings.leaseSeconds)
      } ?? hostsBlocker(settings),
      Self.hook(settings),
    ])
  }

  /// Makes the blocker of the targets that are not hosts.
  static func hook(_ settings: GateSettings) -> CommandHook {
    CommandHook(
      onBlock: settings.onBlock, onUnblock: settings.onUnblock, environment: environment)
  }

  func data(_ settings: GateSettings) -> PracticeSources {
    let health = settings.healthExport.map { path in
      HealthExportSource(path: path, report: HealthProgress().report)
    }
    return PracticeSources(journal: JournalSource(directories.journal), health: health)
  }

  /// Makes a store of the state in the file, or in memory for a dry run.
  func store(
    _ document: GateDocument, memory: GateMemory? = nil, blocker: (any Blocker)? = nil,
    healthData: PracticeStore.HealthData = .awaited,
    report: @escaping @Sendable (PracticeReport) -> Void
  ) -> PracticeStore {
    PracticeStore(
      repository: memory ?? gateFile, initial: document, clock: clock,
      data: data(document.settings),
      blocker: blocker ?? self.blocker(document.settings), healthData: healthData, report: report)
  }

  /// Returns the program and arguments that watch the section of a hosts file.
  static func leaseCommand(_ file: HostsFile) -> [String] {
    ["/proc/self/exe", "gate", "lease", "--hosts-file", file.path]
  }
}

/// A progress bar for a long reading of health data, on a terminal only.
private final class HealthProgress: @unchecked Sendable {
  private var shown = -1

  func report(_ progress: HealthExportReader.Progress) {
    guard isatty(STDERR_FILENO) == 1, let all = progress.byteCount, all > 50_000_000 else { return }
    let percent = Int(100 * progress.bytesRead / all)
    guard percent != shown else { return }
    shown = percent
    let line = GatePhrase.healthProgress(
      percent: "\(percent)", megabytes: "\(all / 1_000_000)"
    ).text
    StandardError.draw(
      "\r\(GoalBar.bar(Double(percent) / 100)) \(line)" + (percent == 100 ? "\n" : ""))
  }
}
