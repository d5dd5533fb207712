// SPDX-License-Identifier: MIT

/// A compressed tar archive, unpacked by the system's tar.
struct TarArchive {
  private static let program = ExternalProgram(name: "tar", package: "tar")

  let path: String

  /// Unpacks the named members only.
  ///
  /// - Throws: `DatasetError.programFailed` when a member is missing.
  func extract(_ members: [String], into directory: String) throws(DatasetError) {
    try Self.program.run(
      [
        "--extract", "--auto-compress", "--file", path, "--directory", directory,
        "--no-same-owner", "--no-same-permissions", "--",
      ] + members)
  }
}
