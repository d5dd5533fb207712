// SPDX-License-Identifier: MIT

internal import FileStore
internal import Foundation

/// A downloader of complete and verified files that resumes an earlier run.
struct Downloader {
  let options: DownloadOptions

  /// The progress of a download.
  enum Progress: Hashable {
    /// The received bytes, and the total if known.
    case received(Int, of: Int?)
    /// All bytes are received and the checksum is being verified.
    case checking
  }

  /// Downloads one file unless it exists.
  ///
  /// After a failed connection or an interruption, the received bytes stay in `NAME.part`. A file
  /// with another checksum or length is removed.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - directory: the destination; the caller holds its lock.
  ///   - progress: called repeatedly.
  /// - Returns: the path of the file with the right length and checksum.
  /// - Throws: `DownloadError`.
  func fetch(
    _ file: DownloadFile, into directory: String, progress: (Progress) -> Void
  ) throws(DownloadError) -> String {
    let path = "\(directory)/\(file.name)"
    if try isWhole(file, at: path, progress: progress) { return path }
    var part = try PartialFile(of: file, in: directory)
    var wasContinued = part.byteCount > 0
    while true {
      do throws(DownloadError) {
        try complete(&part, of: file, wasContinued: &wasContinued, progress: progress)
      } catch {
        // A wrong length in the server's answer can't be repaired by resuming.
        if case .sizeWrong = error { part.remove() }
        throw error
      }
      progress(.checking)
      try part.synchronize()
      let actual = try part.digits(like: file.digest) ?? "none"
      if actual == file.digest.digits {
        try part.finish(as: path)
        return path
      }
      guard wasContinued else {
        part.remove()
        throw .digestWrong(file: file.name, expected: file.digest, actual: actual)
      }
      // The two parts may come from different files, so the download starts again.
      wasContinued = false
      try part.clear()
    }
  }

  /// Returns true if the file exists from an earlier run; a file with another checksum is removed.
  private func isWhole(
    _ file: DownloadFile, at path: String, progress: (Progress) -> Void
  ) throws(DownloadError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    if status.isRegularFile, file.size.allows(Int(status.st_size)) {
      progress(.checking)
      let digits = try DownloadError.wrapping(try file.digest.digits(of: path))
      if digits == file.digest.digits { return true }
    }
    guard unlink(path) == 0 else { throw .fileFailed(path: path, code: errno) }
    return false
  }

  /// Repeats requests until all bytes are received or a repetition is useless.
  private func complete(
    _ part: inout PartialFile, of file: DownloadFile, wasContinued: inout Bool,
    progress: (Progress) -> Void
  ) throws(DownloadError) {
    let transfer = CurlTransfer(file: file, options: options)
    var continuations = 0
    var hasRestarted = false
    if case .exactly(part.byteCount) = file.size { return }
    while true {
      let start = part.byteCount
      let outcome = try transfer.run(into: &part) { progress(.received($0, of: $1)) }
      let canContinue = part.byteCount > start && continuations < options.continuationCount
      switch outcome {
      case .complete:
        guard file.size.allows(part.byteCount) else {
          throw .sizeWrong(file: file.name, expected: file.size, actual: part.byteCount)
        }
        return
      case .restart where !hasRestarted:
        hasRestarted = true
        wasContinued = false
        try part.clear()
      case .restart:
        throw .connectionLost(
          file: file.name, received: part.byteCount, reason: "the server can't go on")
      case .lost(let reason):
        guard canContinue else {
          throw .connectionLost(file: file.name, received: part.byteCount, reason: reason)
        }
        continuations += 1
        wasContinued = true
      case .timedOut:
        guard canContinue else {
          throw .timedOut(
            file: file.name, received: part.byteCount, seconds: options.timeout)
        }
        continuations += 1
        wasContinued = true
      }
    }
  }
}
