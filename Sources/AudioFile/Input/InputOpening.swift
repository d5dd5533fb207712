// SPDX-License-Identifier: MIT

import FileStore
import Glibc

/// The opening of a path or descriptor with a time limit.
enum InputOpening {
  /// The time in which a named pipe must find a writer, in milliseconds.
  static let writerGrace: Int32 = 2000

  static func open(path: String, grace: Int32) throws(AudioFileError) -> InputBytes {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .noSuchFile }
    // Without O_NONBLOCK, opening a named pipe would wait for its writer without a limit.
    let descriptor = PathText.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw refusal(errno) }
    return try bytes(owning: descriptor, isShared: false, grace: grace)
  }

  static func open(descriptor: Int32) throws(AudioFileError) -> InputBytes {
    guard isatty(descriptor) == 0 else { throw .isTerminal }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw refusal(errno) }
    return try bytes(owning: copy, isShared: true, grace: 0)
  }

  private static func refusal(_ code: Int32) -> AudioFileError {
    switch code {
    case ENOENT, ENOTDIR: .noSuchFile
    case EACCES, EPERM: .notPermitted
    case EISDIR: .isDirectory
    case ENXIO: .notAFile(kind: "socket or a device without a driver")
    default: .openFailed(code: code)
    }
  }

  private static func bytes(
    owning descriptor: Int32, isShared: Bool, grace: Int32
  ) throws(AudioFileError) -> InputBytes {
    let start = isShared ? max(0, Int64(lseek(descriptor, 0, SEEK_CUR))) : 0
    let size: Int64?
    var head: [UInt8] = []
    do throws(AudioFileError) {
      size = try self.size(of: descriptor)
      if size == nil, !isShared { head = try awaitWriter(of: descriptor, grace: grace) }
    } catch {
      close(descriptor)
      throw error
    }
    let bytes = InputBytes(
      owning: descriptor, start: start, size: size.map { $0 - start }, head: head)
    guard let first = bytes.peek(at: 0, count: 1), !first.isEmpty else {
      throw bytes.failure.map { .readFailed(code: $0, afterFrames: 0) } ?? .empty
    }
    return bytes
  }

  /// Returns the size of a file; `nil` for a pipe.
  private static func size(of descriptor: Int32) throws(AudioFileError) -> Int64? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .openFailed(code: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int64(status.st_size)
    case S_IFIFO, S_IFSOCK: return nil
    case S_IFDIR: throw .isDirectory
    case S_IFCHR where isatty(descriptor) == 1: throw .notAFile(kind: "terminal")
    case S_IFCHR: throw .notAFile(kind: "character device")
    case S_IFBLK: throw .notAFile(kind: "block device")
    default: throw .notAFile(kind: "special file")
    }
  }

  /// Waits for the first byte of a named pipe, or for a sign that it has a writer.
  ///
  /// - Returns: the byte that was read to test for one, if any.
  private static func awaitWriter(
    of descriptor: Int32, grace: Int32
  ) throws(AudioFileError) -> [UInt8] {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, grace) == 0 else { return [] }
    // A pipe without a writer reads as ended. One with a silent writer returns EAGAIN.
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    if count == 0 { throw .noWriter }
    return count == 1 ? [byte] : []
  }
}

/// The bytes of a pipe in a temporary file without a name, for formats that need seeking.
enum Spool {
  /// Copies all of `pipe` and returns the file, which is deleted with the last reference to it.
  ///
  /// - Complexity: constant memory, and disk space for the whole pipe.
  static func file(of pipe: InputBytes) throws(AudioFileError) -> InputBytes {
    let descriptor = try unnamedFile()
    var size: Int64 = 0
    var code: Int32?
    pipe.narrow(to: 0, length: nil)
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      while code == nil {
        let count = pipe.read(into: buffer)
        if count == 0 { break }
        code = write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: descriptor)
        size += Int64(count)
      }
    }
    let bytes = InputBytes(owning: descriptor, start: 0, size: size)
    if let failure = pipe.failure { throw .readFailed(code: failure, afterFrames: 0) }
    if let code { throw .spoolFailed(code: code) }
    return bytes
  }

  /// Returns the directory of temporary files.
  ///
  /// - Parameter variable: the value of `TMPDIR`; an empty one counts as unset.
  /// - Returns: the directory that it names, or else `/tmp`.
  static func directory(named variable: String?) -> String {
    variable.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  private static func unnamedFile() throws(AudioFileError) -> Int32 {
    let directory = directory(named: getenv("TMPDIR").map { String(cString: $0) })
    var template = Array("\(directory)/headstock-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .spoolFailed(code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }

  /// Returns the errno of a failure, or `nil`.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count, let start = bytes.baseAddress {
      let count = Glibc.write(descriptor, start + done, bytes.count - done)
      if count >= 0 { done += count } else if errno != EINTR { return errno }
    }
    return nil
  }
}
