// SPDX-License-Identifier: MIT

public import Glibc

/// A file that is written before it has its name, in the directory where it will have it.
///
/// It has no name at all where the file system can do that, so that not even a killed process leaves
/// one behind; else a random one. Whoever has it open holds a lock on it, by which
/// ``HeldDirectory/sweep(olderThan:now:)`` tells a file that is written from one that was left.
public struct TemporaryFile: ~Copyable {
  /// How the names begin that a killed process may leave behind.
  public static let prefix = ".headstock-"

  /// The open file, to be written.
  public let descriptor: Int32
  private let directory: Int32
  private var name: String?

  // O_TMPFILE of <fcntl.h>, which Swift can't import: a compound macro. The same on all of Linux.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Opens a file; `nil` when there can be none, for which errno says why.
  ///
  /// - Parameters:
  ///   - directory: the open directory.
  ///   - mode: who may do what with it, within the process's mask.
  public init?(in directory: Int32, mode: mode_t = 0o666) {
    // Its own, so that it does not matter which of the two goes first.
    let held = fcntl(directory, F_DUPFD_CLOEXEC, 0)
    guard held >= 0 else { return nil }
    var name: String?
    var descriptor = openat(directory, ".", Self.nameless | O_WRONLY | O_CLOEXEC, mode)
    if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL {
      (descriptor, name) = Self.withRandomName { candidate in
        openat(directory, candidate, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, mode)
      }
    }
    guard descriptor >= 0 else {
      let code = errno
      close(held)
      errno = code
      return nil
    }
    self.descriptor = descriptor
    self.directory = held
    self.name = name
    flock(descriptor, LOCK_EX | LOCK_NB)
  }

  deinit {
    let code = errno
    if let name { unlinkat(directory, name, 0) }
    close(descriptor)
    close(directory)
    errno = code
  }

  /// Gives the file a random name, unless it has one.
  ///
  /// - Returns: the name; `nil` when it can have none, for which errno says why.
  public mutating func named() -> String? {
    if let name { return name }
    name =
      Self.withRandomName { candidate in
        linkat(
          AT_FDCWD, "/proc/self/fd/\(descriptor)", directory, candidate, AT_SYMLINK_FOLLOW)
      }.name
    return name
  }

  /// Leaves the file under the name that it has now, whatever that is.
  public mutating func keep() { name = nil }

  /// Gives another file a random name of the same kind.
  ///
  /// - Parameters:
  ///   - old: the name of a file that is there.
  ///   - directory: the open directory.
  /// - Returns: its second name; `nil` when it can have none, for which errno says why.
  public static func secondName(of old: String, in directory: Int32) -> String? {
    withRandomName { linkat(directory, old, directory, $0, 0) }.name
  }

  /// Tries random names until `make` finds one that is free.
  private static func withRandomName(_ make: (String) -> Int32) -> (result: Int32, name: String?) {
    for _ in 0..<100 {
      let name = prefix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let result = make(name)
      if result >= 0 { return (result, name) }
      if errno != EEXIST { break }
    }
    return (-1, nil)
  }
}
