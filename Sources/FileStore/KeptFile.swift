// SPDX-License-Identifier: MIT

import Glibc

/// A small file that several programs read and change: settings, a list, a total.
///
/// A reader sees the file of before or of after a change, never a part of one. A change is made under
/// a lock, so that two programs, or two threads, that change at once both have their way.
public struct KeptFile: Sendable {
  /// What is to become of a file.
  public enum Change: Sendable {
    /// It stays as it is.
    case keep
    /// This is its content now.
    case replace([UInt8])
    /// What it held is worth keeping, under another name; this is its content now, `nil` for no file.
    case setAside(then: [UInt8]?)
  }

  /// The largest file that is read, in bytes.
  public static let largestSize = 1 << 20

  /// Where it is, or will be.
  public let path: String

  /// Names a file.
  ///
  /// - Parameter path: where it is, or will be. A symbolic link is followed, and stays.
  public init(path: String) { self.path = path }

  /// Reads the file.
  ///
  /// - Returns: its bytes; `nil` when there is no file.
  /// - Throws: `FileStoreError.readFailed`, or `.tooLarge`.
  public func read() throws(FileStoreError) -> [UInt8]? { try Self.bytes(of: path) }

  /// Changes the file, while nobody else does.
  ///
  /// - Parameter decide: says what becomes of the file from what it holds, `nil` when there is none. It
  ///   is called once, and must not change the same file itself: it would wait for itself.
  /// - Returns: the path at which the old content was set aside; `nil` when it was not.
  /// - Throws: `FileStoreError`; the file is as it was then.
  @discardableResult
  public func update(_ decide: ([UInt8]?) -> Change) throws(FileStoreError) -> String? {
    let target = FilePath.resolved(path)
    let directory = FilePath.parent(of: target)
    try UserDirectories.make(directory)
    let place = "\(directory)/.\(FilePath.name(of: target)).lock"
    guard let lock = FileLock(waitingFor: place) else {
      throw .unlocked(path: place, code: errno)
    }
    defer { withExtendedLifetime(lock) {} }
    switch decide(try Self.bytes(of: target)) {
    case .keep: return nil
    case .replace(let bytes):
      try Self.replace(target, by: bytes)
      return nil
    case .setAside(let bytes):
      let aside = try Self.secondName(for: target)
      guard let bytes else {
        guard unlink(target) == 0 else {
          let code = errno
          unlink(aside)
          throw .setAsideFailed(path: target, code: code)
        }
        Self.synchronise(directory)
        return aside
      }
      do {
        try Self.replace(target, by: bytes)
      } catch {
        unlink(aside)
        throw error
      }
      return aside
    }
  }

  // MARK: - Steps

  /// Puts on disk which names a directory holds, where its file system can.
  private static func synchronise(_ directory: String) {
    guard let held = try? HeldDirectory(path: directory) else { return }
    _ = held.synchronise()
  }

  private static func replace(_ path: String, by bytes: [UInt8]) throws(FileStoreError) {
    var file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Gives the file another name beside its own, so that it is never gone: `NAME.broken`, and with a
  /// number where that is taken.
  private static func secondName(for path: String) throws(FileStoreError) -> String {
    for number in 1...999 {
      let aside = path + ".broken" + (number == 1 ? "" : "-\(number)")
      if link(path, aside) == 0 { return aside }
      if errno != EEXIST { throw .setAsideFailed(path: path, code: errno) }
    }
    throw .setAsideFailed(path: path, code: EEXIST)
  }

  private static func bytes(of path: String) throws(FileStoreError) -> [UInt8]? {
    // Not to wait for whoever might write into a pipe of that name.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .readFailed(path: path, code: errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .readFailed(path: path, code: errno) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count <= largestSize {
      let count = Glibc.read(descriptor, &block, block.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += block[..<count]
      } else if errno != EINTR {
        throw .readFailed(path: path, code: errno)
      }
    }
    throw .tooLarge(path: path, required: 0...largestSize)
  }
}
