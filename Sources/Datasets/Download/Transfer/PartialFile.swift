// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// A partial download, `NAME.part`, kept from one run to the next.
///
/// `NAME.identity` identifies its file, and `NAME.headers` holds the server's answer. A partial
/// download of another file, by length or checksum, is removed. The caller holds the lock on the
/// directory.
struct PartialFile {
  /// The number of received bytes.
  private(set) var byteCount: Int
  /// The path to which curl writes the headers of the answer.
  let headerPath: String

  private let path: String
  private let identityPath: String
  private let output: OutputFile

  /// Opens or creates the partial download of `file` in `directory`.
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

  /// The strong entity tag of the last answer, which a request for the rest sends back; `nil`
  /// without one (RFC 9110, 8.8.1).
  var entityTag: String? {
    guard byteCount > 0 else { return nil }
    return ResponseHead(at: headerPath)?.entityTag
  }

  /// Appends received bytes.
  mutating func append(_ bytes: ArraySlice<UInt8>) throws(DownloadError) {
    try output.append(bytes)
    byteCount += bytes.count
  }

  /// Truncates the file.
  mutating func clear() throws(DownloadError) {
    try output.clear()
    byteCount = 0
    unlink(headerPath)
  }

  /// Flushes the file to disk.
  func synchronize() throws(DownloadError) { try output.synchronize() }

  /// Renames the complete file to its final name.
  func finish(as name: String) throws(DownloadError) {
    try output.synchronize()
    guard rename(path, name) == 0 else { throw .fileFailed(path: name, code: errno) }
    unlink(identityPath)
    unlink(headerPath)
  }

  /// Removes the partial download.
  func remove() {
    unlink(path)
    unlink(identityPath)
    unlink(headerPath)
  }

  /// Returns the checksum of the received bytes with the file's algorithm; `nil` if they can't be
  /// read.
  func digits(like digest: FileDigest) throws(DownloadError) -> String? {
    let path = path
    return try DownloadError.wrapping(try digest.digits(of: path))
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
