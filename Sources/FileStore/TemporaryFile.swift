// SPDX-License-Identifier: MIT

public import Glibc

/// A file that is written before it gets its final name, in the same directory.
///
/// The file has no name where the file system supports it, so that even a killed process leaves
/// nothing behind. Otherwise it has a random name. The writer holds a lock on the file. By this
/// lock, ``HeldDirectory/sweep(olderThan:now:)`` distinguishes a file in use from an abandoned one.
public struct TemporaryFile: ~Copyable {
  /// The prefix of the random names, which a killed process may leave behind.
  public static let prefix = ".headstock-"

  /// The descriptor of the file, open for writing.
  public let descriptor: Int32
  private let directory: Int32
  private var name: String?

  // O_TMPFILE of <fcntl.h>: Swift can't import this compound macro. The value is the same on x86
  // and ARM.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Opens a file; `nil` when that fails, with the reason in errno.
  ///
  /// - Parameters:
  ///   - directory: the open directory.
  ///   - mode: the permissions of the file, limited by the process's mask.
  public init?(in directory: Int32, mode: UInt32 = 0o666) {
    // A separate descriptor makes this value independent of the caller's.
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
  /// - Returns: the name; `nil` when it can't be named, with the reason in errno.
  public mutating func named() -> String? {
    if let name { return name }
    name =
      Self.withRandomName { candidate in
        linkat(
          AT_FDCWD, "/proc/self/fd/\(descriptor)", directory, candidate, AT_SYMLINK_FOLLOW)
      }.name
    return name
  }

  /// Leaves the file under its present name.
  public mutating func keep() { name = nil }

  /// Gives an existing file a second, random name with the same prefix.
  ///
  /// - Parameters:
  ///   - old: the present name of the file.
  ///   - directory: the open directory.
  /// - Returns: the second name; `nil` when it can't be made, with the reason in errno.
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

extension HeldDirectory {
  /// The least age of a temporary file that is swept, in seconds.
  public static let leftoverAge = 600

  /// Removes the temporary files of this user that killed processes left behind.
  ///
  /// A file that is being written is locked, and stays whatever its age.
  ///
  /// - Parameters:
  ///   - age: the least age of a file, in seconds.
  ///   - now: seconds since 1970.
  ///   - isWorthless: returns true for the name of a file that may be removed; by default every
  ///     file may.
  /// - Returns: the names of the files that are old, unlocked and not worthless.
  @discardableResult
  public func sweep(
    olderThan age: Int = leftoverAge, now: Int = time(nil),
    where isWorthless: (_ name: String) -> Bool = { _ in true }
  ) -> [String] {
    var worthy: [String] = []
    for name in (try? names()) ?? [] where name.hasPrefix(TemporaryFile.prefix) {
      guard let file = try? file(name) else { continue }
      var status = stat()
      guard fstat(file.descriptor, &status) == 0, status.st_uid == geteuid(),
        now - status.st_mtim.tv_sec >= age, flock(file.descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      if isWorthless(name) { unlinkat(descriptor, name, 0) } else { worthy.append(name) }
    }
    return worthy
  }
}
