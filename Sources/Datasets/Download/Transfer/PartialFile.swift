// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// The beginning of a download, `NAME.part`, kept from one run to the next.
///
/// Beside it `NAME.identity` says which file it is the beginning of, and `NAME.headers` what the server
/// answered. A beginning of another file, by length or checksum, is thrown away. The caller holds the
/// lock on the directory.
struct PartialFile {
  /// The bytes that are there.
  private(set) var byteCount: Int
  /// Where curl puts the headers of the answer.
  let headerPath: String

  private let path: String
  private let identityPath: String
  private let output: OutputFile

  /// Opens the beginning of `file` in `directory`, or begins it.
  ///
  /// - Throws: `DownloadError.fileFailed`, or `.step` when the identity can't be written.
  init(of file: DownloadFile, in directory: String) throws(DownloadError) {
    path = "\(directory)/\(file.name).part"
    identityPath = "\(directory)/\(file.name).identity"
    headerPath = "\(directory)/\(file.name).headers"
    output = try OutputFile(appendingTo: path)
    byteCount = try output.byteCount()
    let identity = Self.identity(of: file)
    let isSame = FileManager.default.contents(atPath: identityPath) == Data(identity.utf8)
    if !isSame || byteCount > file.size.byteCount {
      byteCount = 0
      try output.clear()
      unlink(headerPath)
      try Self.write(identity, to: identityPath)
    }
  }

  /// What the last answer said that the file's version is, to be sent back with a request for the
  /// rest; `nil` without a strong one (RFC 9110, 8.8.1).
  var entityTag: String? {
    guard byteCount > 0 else { return nil }
    return ResponseHead(at: headerPath)?.entityTag
  }

  /// Adds what arrived.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(DownloadError) {
    try output.append(bytes)
    byteCount += bytes.count
  }

  /// Begins again.
  mutating func clear() throws(DownloadError) {
    try output.clear()
    byteCount = 0
    unlink(headerPath)
  }

  /// Waits until what arrived is on disk.
  func synchronize() throws(DownloadError) { try output.synchronize() }

  /// Makes an end of it: a file that is whole gets its name.
  func finish(as name: String) throws(DownloadError) {
    try output.synchronize()
    guard rename(path, name) == 0 else { throw .fileFailed(path: name, code: errno) }
    unlink(identityPath)
    unlink(headerPath)
  }

  /// Removes it.
  func remove() {
    unlink(path)
    unlink(identityPath)
    unlink(headerPath)
  }

  /// The checksum of what is there, of the same kind as the file's own; `nil` if it can't be read.
  func digits(like digest: FileDigest) throws(DownloadError) -> String? {
    let path = path
    return try DownloadError.wrapping { () throws(DatasetError) in try digest.digits(of: path) }
  }

  private static func identity(of file: DownloadFile) -> String {
    "\(file.digest.algorithm) \(file.digest.digits) \(file.size)\n"
  }

  private static func write(_ text: String, to path: String) throws(DownloadError) {
    do throws(FileStoreError) {
      var file = try AtomicFile(path: path)
      try file.write(text)
      try file.commit()
    } catch {
      throw .step(.store(error))
    }
  }
}
