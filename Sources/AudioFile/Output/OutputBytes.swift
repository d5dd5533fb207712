// SPDX-License-Identifier: MIT

import CSndFile
import FileStore
import Glibc

/// The bytes of a file that libsndfile writes.
final class OutputBytes {
  /// The errno of the first failed write.
  private(set) var failure: Int32?
  private let descriptor: Int32
  /// The path of a file that is removed unless it is finished; `nil` for none.
  private let path: String?
  private var position: Int64 = 0
  private var length: Int64 = 0
  private var isFinished = false

  /// Creates or empties the file at `path`.
  init(path: String) throws(AudioFileError) {
    guard !path.utf8.contains(0) else { throw .createFailed(code: EINVAL) }
    descriptor = PathText.open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard descriptor >= 0 else {
      switch errno {
      case EACCES, EPERM: throw .notPermitted
      case EISDIR: throw .isDirectory
      case let code: throw .createFailed(code: code)
      }
    }
    var status = stat()
    let isRegular = fstat(descriptor, &status) == 0 && status.isRegularFile
    self.path = isRegular ? path : nil
  }

  /// Writes to an empty file that the caller has opened and keeps or removes.
  init(copying descriptor: Int32) throws(AudioFileError) {
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard self.descriptor >= 0 else { throw .createFailed(code: errno) }
    path = nil
  }

  /// Removes an unfinished file, so that an incomplete recording cannot be taken for a complete
  /// one.
  deinit {
    close(descriptor)
    if !isFinished, let path { PathText.withCString(path) { _ = unlink($0) } }
  }

  /// Keeps the file.
  func finish() { isFinished = true }

  /// The callbacks for libsndfile, with `self` as their context.
  static let functions = SF_VIRTUAL_IO(
    get_filelen: { context in OutputBytes.at(context)?.length ?? 0 },
    seek: { offset, whence, context in
      guard let bytes = OutputBytes.at(context) else { return -1 }
      let base = whence == 1 ? bytes.position : whence == 2 ? bytes.length : 0
      bytes.position = max(0, base + offset)
      return bytes.position
    },
    read: { target, count, context in
      guard let bytes = OutputBytes.at(context) else { return 0 }
      let read = max(0, pread(bytes.descriptor, target, Int(count), off_t(bytes.position)))
      bytes.position += Int64(read)
      return Int64(read)
    },
    write: { source, count, context in
      OutputBytes.at(context)?.write(.init(start: source, count: Int(count))) ?? 0
    },
    tell: { context in OutputBytes.at(context)?.position ?? 0 })

  private static func at(_ context: UnsafeMutableRawPointer?) -> OutputBytes? {
    context.map { Unmanaged<OutputBytes>.fromOpaque($0).takeUnretainedValue() }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    var done = 0
    while done < bytes.count, failure == nil, let start = bytes.baseAddress {
      let count = pwrite(descriptor, start + done, bytes.count - done, off_t(position))
      if count > 0 {
        done += count
        position += Int64(count)
      } else if count == 0 || errno != EINTR {
        failure = count == 0 ? ENOSPC : errno
      }
    }
    length = max(length, position)
    return Int64(done)
  }
}
