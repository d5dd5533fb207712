// SPDX-License-Identifier: MIT

import FileStore
import Foundation
import PracticeServices

/// Removal of a block without a lock, a readable state or a home directory.
enum GateExit {
  /// Returns the hosts file of the command line or of the settings, also of damaged ones, or the
  /// system's if none of them names one.
  static func file(_ options: GateOptions) throws -> HostsFile {
    if let path = try GateWorld.hostsPath(options.hostsFile) { return HostsFile(path: path) }
    let path = settings?.hostsFile ?? gateFile?.hostsFileOfDamagedSettings
    return path.map { HostsFile(path: $0) } ?? .system
  }

  /// True if the settings can't be read and their remains name no hosts file.
  static var isFileUnknown: Bool {
    guard document == nil, let file = gateFile else { return false }
    let isDamaged = file.lastSetAside != nil || FileManager.default.fileExists(atPath: file.path)
    return isDamaged && file.hostsFileOfDamagedSettings == nil
  }

  /// Returns true if a file is the one of the settings, by this name or by a link.
  static func isChosen(_ file: HostsFile, in document: GateDocument) -> Bool {
    FilePath.resolved(file.path) == FilePath.resolved(document.settings.hostsFile)
  }

  /// Reads the settings; `nil` if they can't be read or trusted.
  static var settings: GateSettings? {
    document?.settings
  }

  /// Reads the document; `nil` if it can't be read or trusted.
  static var document: GateDocument? { gateFile?.documentWithoutLock() }

  private static var gateFile: GateFile? {
    (try? PracticeDirectories()).map { GateFile(path: $0.gateFile) { _ in } }
  }
}
