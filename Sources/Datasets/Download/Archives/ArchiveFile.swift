// SPDX-License-Identifier: MIT

internal import Foundation

/// An archive on disk that is unpacked with care.
///
/// No other program writes anything: zlib expands zip archives in this process, `gzip` prints what it
/// decompresses, and each member is written here after its name, kind and size have been judged.
struct ArchiveFile {
  /// The directory it is in.
  let directory: String
  let file: DownloadFile

  /// Unpacks the members that are wanted; the others are judged all the same.
  ///
  /// - Parameters:
  ///   - destination: a fresh directory.
  ///   - wants: whether a member, by its path inside, is kept.
  ///   - progress: called with the bytes that were decompressed.
  /// - Throws: `DownloadError`; what was written by then is the caller's to remove.
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
