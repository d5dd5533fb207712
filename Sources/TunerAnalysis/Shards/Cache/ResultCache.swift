// SPDX-License-Identifier: MIT

import FileStore
import Glibc
import Terminal

/// A cache of results by the content of the recordings, in a directory that runs share.
///
/// Each result is a file. A second name of the file (a hard link) represents the path, size and
/// time of the recording, so an unchanged recording is found without reading it. Both names are
/// hashes that include the settings and the program. A file that a power cut left incomplete has a
/// wrong checksum and counts as missing.
final class ResultCache {
  /// The number of folders that share the size.
  private static let folderCount = 256
  /// The part of a folder's size that a process adds before it checks the folder again.
  private static let share: Int64 = 8
  /// The age from which a result that is used is marked as used again, in seconds.
  private static let usedTime = 86_400
  private static let hexadecimal = Array("0123456789abcdef")

  private let directory: String
  private let folderLimit: Int64
  let key: [UInt8]
  /// The bytes that this process has added to each folder since it last checked the folder.
  private var added: [Int64]

  /// Opens a cache.
  ///
  /// - Parameters:
  ///   - directory: the directory, which is created if it is missing.
  ///   - limit: the largest size in bytes.
  ///   - key: the part of every key that represents the settings and the program.
  /// - Throws: `OutputError` for a directory that can't be written.
  init(
    directory: String, limit: Int64, key: [UInt8]
  ) throws(OutputError) {
    try CacheFolder.make(directory)
    self.directory = FilePath.resolved(directory)
    folderLimit = limit / Int64(Self.folderCount)
    self.key = key
    added = [Int64](repeating: folderLimit / Self.share, count: Self.folderCount)
  }

  // MARK: - Entries

  /// Returns the result of a key; `nil` if there is none.
  func result(of key: [UInt8]) -> CachedResult? {
    let place = place(of: key)
    let descriptor = PathText.open(place.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.isRegularFile,
      (1...CachedResult.byteLimit).contains(Int(status.st_size))
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { bytes in
        read(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    guard let found = CachedResult(bytes) else {
      _ = PathText.withCString(place.path) { unlink($0) }
      return nil
    }
    if time(nil) - status.st_mtim.tv_sec > Self.usedTime { futimens(descriptor, nil) }
    return found
  }

  /// Adds a result.
  ///
  /// - Parameters:
  ///   - result: the result.
  ///   - key: the key of the content.
  /// - Throws: `OutputError` if it can't be written.
  func add(_ result: CachedResult, as key: [UInt8]) throws(OutputError) {
    let (bytes, place) = (result.bytes, place(of: key))
    let folder = try openFolder(place.folder)
    defer { close(folder) }
    guard var file = TemporaryFile(in: folder) else {
      throw .cannotWrite(place: place.folder, code: errno)
    }
    var code = bytes.withUnsafeBufferPointer {
      writeAll(UnsafeRawBufferPointer($0), to: file.descriptor)
    }
    guard code == 0, let name = file.named() else {
      code = code == 0 ? errno : code
      throw .cannotWrite(place: place.folder, code: code)
    }
    guard renameat(folder, name, folder, place.name) == 0 else {
      throw .cannotWrite(place: place.path, code: errno)
    }
    file.keep()
    count(bytes.count, in: key)
  }

  /// Adds a second name to the result of a content.
  ///
  /// - Parameters:
  ///   - content: the key of the content, whose result is in the cache.
  ///   - result: the result.
  ///   - name: the key of the path, size and time.
  /// - Throws: `OutputError` if it can't be written.
  func link(_ content: [UInt8], _ result: CachedResult, as name: [UInt8]) throws(OutputError) {
    let place = place(of: name)
    close(try openFolder(place.folder))
    let code = PathText.withCString(self.place(of: content).path) { path in
      PathText.withCString(place.path) { Glibc.link(path, $0) }
    }
    if code == 0 {
      count(result.bytes.count, in: name)
    } else if errno != EEXIST {
      // The file system has no hard links, the file has too many, or it was just removed.
      try add(result, as: name)
    }
  }

  private func place(of key: [UInt8]) -> (folder: String, name: String, path: String) {
    var name = ""
    for byte in key {
      name.append(Self.hexadecimal[Int(byte >> 4)])
      name.append(Self.hexadecimal[Int(byte & 15)])
    }
    let folder = "\(directory)/\(name.prefix(2))"
    return (folder, name, "\(folder)/\(name)")
  }

  private func openFolder(_ path: String) throws(OutputError) -> Int32 {
    for _ in 0..<2 {
      let descriptor = PathText.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      if descriptor >= 0 { return descriptor }
      guard errno == ENOENT,
        PathText.withCString(path, { mkdir($0, 0o777) }) == 0 || errno == EEXIST
      else { break }
    }
    throw .cannotWrite(place: path, code: errno)
  }

  // MARK: - Size

  /// Counts new bytes of a folder, and limits the folder's size after many new bytes.
  private func count(_ byteCount: Int, in key: [UInt8]) {
    let folder = Int(key[0])
    added[folder] += Int64(byteCount)
    if added[folder] < folderLimit / Self.share { return }
    added[folder] = 0
    CacheFolder(path: place(of: key).folder).bound(to: folderLimit)
  }
}
