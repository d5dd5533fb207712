// SPDX-License-Identifier: MIT

internal import Foundation

/// An archive on disk that is unpacked safely.
///
/// Only this process writes files: zlib expands zip archives in it, and `gzip` decompresses to a
/// pipe. This process checks each member's name, kind and size before it writes the member.
struct ArchiveFile {
  /// The directory of the archive.
  let directory: String
  let file: DownloadFile

  /// Unpacks the wanted members, and checks all others too.
  ///
  /// - Parameters:
  ///   - destination: an empty directory.
  ///   - wants: returns whether to keep the member with a path.
  ///   - progress: called with the number of decompressed bytes.
  /// - Throws: `DownloadError`; the caller removes the files that were written.
  func unpack(
    into destination: UnpackedDirectory, wants: (String) -> Bool, progress: (Int) -> Void
  ) throws(DownloadError) {
    switch file.packing {
    case .zip:
      try ZipArchive(path: "\(directory)/\(file.name)", name: file.name, limits: file.limits)
        .unpack(into: destination, wants: wants, progress: progress)
    case .tar:
      try TarStream.unpack(
        file, in: directory, into: destination, wants: wants, progress: progress)
    }
  }
}
