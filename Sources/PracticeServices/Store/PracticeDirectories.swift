// SPDX-License-Identifier: MIT

import FileStore
import Foundation

/// The directory of the practice journal and the gate: `$XDG_DATA_HOME/headstock/practice`.
package struct PracticeDirectories: Hashable, Sendable {
  /// The directory, by its absolute path; it may not exist yet.
  package let directory: String

  /// Finds the directory for the environment of this process.
  ///
  /// - Throws: `PracticeDirectoryError.noHome` if there is no home directory.
  package init() throws(PracticeDirectoryError) {
    try self.init(environment: ProcessInfo.processInfo.environment)
  }

  /// Finds the directory by the XDG Base Directory Specification.
  ///
  /// - Parameter environment: the variables of a process.
  /// - Throws: `PracticeDirectoryError.noHome` if there is no home directory.
  package init(environment: [String: String]) throws(PracticeDirectoryError) {
    let absolutePath = { (variable: String) in
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let data = absolutePath("XDG_DATA_HOME") {
      directory = data + "/headstock/practice"
    } else if let home = absolutePath("HOME") {
      directory = home + "/.local/share/headstock/practice"
    } else {
      throw .noHome
    }
  }

  /// The journal of practice.
  package var journal: PracticeJournal { PracticeJournal(directory: directory + "/journal") }

  /// The file of the gate's state.
  package var gateFile: String { directory + "/gate.json" }

  /// The lock file of the one monitor.
  package var monitorLock: String { directory + "/monitor.lock" }

  /// Returns the lock file of the process that watches the section of a hosts file, and makes its
  /// directory.
  ///
  /// For root it lies where no other user can lock it or replace it by a link.
  ///
  /// - Parameter file: the hosts file, by its absolute path.
  /// - Returns: the path of the lock file.
  /// - Throws: `PracticeDirectoryError` and `FileStoreError.directoryFailed`.
  package static func leaseLock(for file: HostsFile) throws -> String {
    var directory = try? PracticeDirectories().directory
    if geteuid() == 0,
      directory.flatMap({ PathTrust.foreignPart(of: $0) }) != nil || directory == nil
    {
      directory = "/run/headstock"
    }
    let path = try directory ?? PracticeDirectories().directory
    try UserDirectories.make(path)
    return path + "/" + LeaseProcess.lockName(for: file)
  }
}

/// The reason why there is no directory for practice.
package enum PracticeDirectoryError: Error, Hashable, Sendable {
  /// Neither `HOME` nor `XDG_DATA_HOME` is an absolute path.
  case noHome
}

extension PracticeDirectoryError: CustomStringConvertible {
  /// One sentence for a person, with the remedy after it.
  package var description: String {
    switch self {
    case .noHome:
      "there is no home directory to keep practice in. Set HOME or XDG_DATA_HOME."
    }
  }
}
