// SPDX-License-Identifier: MIT

import Glibc

/// A small file that several programs read and change, such as settings.
///
/// A reader sees the file before or after a change, never a partial change. Changes are made under
/// a lock, so that no change by another program or thread is lost.
public struct KeptFile: Sendable {
  /// The change to make to a file.
  public enum Change: Sendable {
    /// Leave the file unchanged.
    case keep
    /// Replace the content.
    case replace([UInt8])
    /// Keep the old content under another name.
    ///
    /// `then` is the new content; `nil` leaves no file.
    case setAside(then: [UInt8]?)
  }

  /// The largest file that is read, in bytes.
  public static let largestSize = 1 << 20

  /// The path of the file, which may not exist yet.
  public let path: String

  /// Names a file.
  ///
  /// - Parameter path: the path, which may not exist yet. A symbolic link is followed, and stays.
  public init(path: String) { self.path = path }

  /// Reads the file.
  ///
  /// - Returns: the content; `nil` when there is no file.
  /// - Throws: `FileStoreError.readFailed`, or `.tooLarge`.
  public func read() throws(FileStoreError) -> [UInt8]? { try Self.bytes(of: path) }

  /// Changes the file while no other process or thread can change it.
  ///
  /// - Parameter decide: returns the change, given the content or `nil` without a file. It is
  ///   called once. It must not change the same file itself, because it would wait for its own
  ///   lock.
  /// - Returns: the path of the old content if it was kept under another name; otherwise `nil`.
  /// - Throws: `FileStoreError`; the file is then unchanged.
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

  /// Writes the entries of a directory to disk, if its file system supports that.
  private static func synchronise(_ directory: String) {
    guard let held = try? HeldDirectory(path: directory) else { return }
    _ = held.synchronise()
  }

  private static func replace(_ path: String, by bytes: [UInt8]) throws(FileStoreError) {
    var file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Gives the file a second name in its directory, so that its content is never lost:
  /// `NAME.broken`, with a number if that name is taken.
  private static func secondName(for path: String) throws(FileStoreError) -> String {
    for number in 1...999 {
      let aside = path + ".broken" + (number == 1 ? "" : "-\(number)")
      if link(path, aside) == 0 { return aside }
      if errno != EEXIST { throw .setAsideFailed(path: path, code: errno) }
    }
    throw .setAsideFailed(path: path, code: EEXIST)
  }

  private static func bytes(of path: String) throws(FileStoreError) -> [UInt8]? {
    // Opening a pipe of that name must not wait for its writer.
    let descriptor = PathText.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
