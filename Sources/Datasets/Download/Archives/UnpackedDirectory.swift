// SPDX-License-Identifier: MIT

internal import Foundation

/// A new directory for the members of archives, written by this process alone.
///
/// Every directory is opened without following links, and every file is created exclusively, so
/// that no name can reach outside.
struct UnpackedDirectory {
  let path: String

  /// Creates a file and its parent directories.
  ///
  /// - Parameter member: a path that an `ArchiveInventory` has admitted.
  /// - Returns: the empty file.
  /// - Throws: `DownloadError.fileFailed`, also when the file exists.
  func makeFile(_ member: String) throws(DownloadError) -> OutputFile {
    var steps = member.split(separator: "/").map(String.init)
    guard let name = steps.popLast() else { throw .fileFailed(path: path, code: EISDIR) }
    var directory = open(path, Self.flags)
    guard directory >= 0 else { throw .fileFailed(path: path, code: errno) }
    defer { close(directory) }
    var place = path
    for step in steps {
      place += "/" + step
      if mkdirat(directory, step, 0o777) != 0, errno != EEXIST {
        throw .fileFailed(path: place, code: errno)
      }
      let next = openat(directory, step, Self.flags)
      guard next >= 0 else { throw .fileFailed(path: place, code: errno) }
      close(directory)
      directory = next
    }
    return try OutputFile(making: name, in: directory, path: "\(path)/\(member)")
  }

  /// Refuses everything but directories and regular files with one link.
  ///
  /// - Returns: the sorted relative paths of the files.
  /// - Throws: `DownloadError.memberRefused` or `.fileFailed`.
  func files() throws(DownloadError) -> [String] {
    guard let names = FileManager.default.enumerator(atPath: path) else {
      throw .fileFailed(path: path, code: ENOENT)
    }
    var files: [String] = []
    for case let name as String in names {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else {
        throw .fileFailed(path: "\(path)/\(name)", code: errno)
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: continue
      case S_IFREG where status.st_nlink == 1: files.append(name)
      default:
        throw .memberRefused(archive: path, member: name, reason: "is no file of its own")
      }
    }
    return files.sorted()
  }

  private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
}

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
    into destination: UnpackedDirectory, wants: @escaping (String) -> Bool,
    progress: (Int) -> Void
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
