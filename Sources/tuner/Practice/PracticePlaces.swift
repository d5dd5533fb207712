// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import PracticeServices

/// The directory of the practice journal and the gate: `$XDG_DATA_HOME/headstock/practice`.
struct PracticePlaces {
  let directory: String

  /// Finds the directory by the XDG Base Directory Specification.
  ///
  /// - Throws: `PracticeUsageError` when there is no home directory.
  init(environment: [String: String] = ProcessInfo.processInfo.environment) throws {
    let place = { (variable: String) in
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let data = place("XDG_DATA_HOME") {
      directory = data + "/headstock/practice"
    } else if let home = place("HOME") {
      directory = home + "/.local/share/headstock/practice"
    } else {
      throw PracticeUsageError(GateRefusal.noHome)
    }
  }

  var journal: PracticeJournal { PracticeJournal(directory: directory + "/journal") }

  var gateFile: String { directory + "/gate.json" }

  var monitorLock: String { directory + "/monitor.lock" }

  /// Returns the lock file of the process that watches the section of a hosts file, and makes its
  /// directory.
  ///
  /// For root it lies where no other user can lock it or replace it by a link.
  static func leaseLock(for file: HostsFile) throws -> String {
    var directory = try? PracticePlaces().directory
    if geteuid() == 0,
      directory.flatMap({ PathTrust.foreignPart(of: $0) }) != nil || directory == nil
    {
      directory = "/run/headstock"
    }
    let place = try directory ?? PracticePlaces().directory
    try UserDirectories.make(place)
    return place + "/" + LeaseProcess.lockName(for: file)
  }
}
