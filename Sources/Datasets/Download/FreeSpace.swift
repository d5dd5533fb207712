// SPDX-License-Identifier: MIT

internal import Foundation

/// The free space of a file system.
enum FreeSpace {
  /// Throws unless the file system has enough free space.
  ///
  /// - Parameters:
  ///   - required: the bytes to be written.
  ///   - directory: an existing directory of the file system.
  /// - Throws: `DownloadError.noSpace`.
  static func require(_ required: Int, in directory: String) throws(DownloadError) {
    guard let available = available(in: directory), available < required else { return }
    throw .noSpace(path: directory, required: required, available: available)
  }

  /// Returns the free space for an unprivileged user in bytes; `nil` when the system does not tell.
  private static func available(in directory: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return nil }
    let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(
      by: Int(status.f_frsize))
    return overflow ? nil : bytes
  }
}
