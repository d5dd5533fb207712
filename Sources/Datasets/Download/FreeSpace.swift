// SPDX-License-Identifier: MIT

internal import Foundation

/// The room on a file system.
enum FreeSpace {
  /// Refuses to begin what can't end well.
  ///
  /// - Parameters:
  ///   - required: bytes that will be written.
  ///   - directory: an existing directory of the file system they go to.
  /// - Throws: `DownloadError.noSpace`.
  static func require(_ required: Int, in directory: String) throws(DownloadError) {
    guard let available = available(in: directory), available < required else { return }
    throw .noSpace(path: directory, required: required, available: available)
  }

  /// What a user without privileges may still write, in bytes; `nil` where the system won't say.
  private static func available(in directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(
      by: Int(status.f_frsize))
    return overflow ? nil : bytes
  }
}
