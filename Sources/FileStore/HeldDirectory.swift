// SPDX-License-Identifier: MIT

public import Glibc

/// A directory that is held open: what is done to its files is done in it, whatever becomes of its
/// name meanwhile.
///
/// Its files are this user's own regular ones. A symbolic link is not followed, a pipe or a device is
/// not waited for, and what another user owns is not taken for ours.
public struct HeldDirectory: ~Copyable {
  /// What it is called in errors.
  public let path: String
  /// The open directory.
  public let descriptor: Int32

  /// Opens a directory.
  ///
  /// - Parameter path: the directory; links on the way to it are followed.
  /// - Throws: `FileStoreError.directoryFailed`.
  public init(path: String) throws(FileStoreError) {
    descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .directoryFailed(path: path, code: errno) }
    self.path = path
  }

  deinit { close(descriptor) }

  /// An open file, closed with the value.
  public struct File: ~Copyable {
    /// The open file.
    public let descriptor: Int32
    /// Whether it was made by being opened.
    public let isNew: Bool

    init(descriptor: Int32, isNew: Bool) {
      self.descriptor = descriptor
      self.isNew = isNew
    }

    deinit { close(descriptor) }
  }

  /// Opens a file that is there.
  ///
  /// - Parameters:
  ///   - name: its name in this directory.
  ///   - flags: how it is opened, on top of what makes that safe.
  /// - Returns: the file; `nil` when there is none.
  /// - Throws: `FileStoreError.readFailed`, or `.refused` for what is no file of this user's.
  public func file(_ name: String, _ flags: Int32 = O_RDONLY) throws(FileStoreError) -> File? {
    let number = openat(descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      // A link, or a socket, is not opened at all.
      try refuse(name)
      throw .readFailed(path: "\(path)/\(name)", code: code)
    }
    let file = File(descriptor: number, isNew: false)
    var status = stat()
    guard fstat(number, &status) == 0 else {
      throw .readFailed(path: "\(path)/\(name)", code: errno)
    }
    if let reason = FileRefusal(status) {
      throw .refused(path: "\(path)/\(name)", reason: reason)
    }
    return file
  }

  /// Opens a file, and makes it if there is none, for this user alone.
  ///
  /// - Parameters:
  ///   - name: its name in this directory.
  ///   - flags: how it is opened, on top of what makes that safe.
  /// - Returns: the file.
  /// - Throws: `FileStoreError.createFailed`, or as `file(_:_:)`.
  public func fileOrNew(_ name: String, _ flags: Int32) throws(FileStoreError) -> File {
    var code = ENOENT
    // Between the two calls another process may make or remove it; not for ever.
    for _ in 0..<10 {
      if let file = try file(name, flags) { return file }
      let number = openat(
        descriptor, name, flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      if number >= 0 { return File(descriptor: number, isNew: true) }
      code = errno
      if code != EEXIST { break }
    }
    throw .createFailed(path: "\(path)/\(name)", code: code)
  }

  /// Puts on disk which files there are; returns 0 or the errno.
  public func synchronise() -> Int32 {
    if fsync(descriptor) == 0 { return 0 }
    // A file system that can't do so says so by these.
    return errno == EINVAL || errno == ENOSYS ? 0 : errno
  }

  /// Returns the names of what is inside, in no order.
  ///
  /// - Throws: `FileStoreError.directoryFailed`.
  public func names() throws(FileStoreError) -> [String] {
    // The position in a directory belongs to whoever opened it.
    let number = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0, let handle = fdopendir(number) else {
      throw .directoryFailed(path: path, code: errno)
    }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func refuse(_ name: String) throws(FileStoreError) {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      let reason = FileRefusal(status)
    else { return }
    throw .refused(path: "\(path)/\(name)", reason: reason)
  }
}

/// Why something is not taken for a file of this user's.
public enum FileRefusal: Hashable, Sendable {
  /// It leads elsewhere.
  case symbolicLink
  /// It is a pipe, a socket, a device or a directory.
  case notAFile
  /// Another user owns it.
  case owner(uid_t)

  /// Judges what the system says of something; `nil` for a regular file of this user's or root's.
  init?(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if status.st_uid == 0 || status.st_uid == geteuid() { return nil }
      self = .owner(status.st_uid)
    case S_IFLNK: self = .symbolicLink
    default: self = .notAFile
    }
  }
}

extension FileRefusal: CustomStringConvertible {
  /// Words that follow the name of a file.
  public var description: String {
    switch self {
    case .symbolicLink: "is a symbolic link"
    case .notAFile: "is not a regular file"
    case .owner(let owner): "belongs to \(UserName.of(owner))"
    }
  }
}

/// Names of users.
public enum UserName {
  /// Returns a user's name, or the number where it has none.
  ///
  /// - Parameter user: the user's number.
  /// - Returns: for example `nobody`, or `user 1234`.
  public static func of(_ user: uid_t) -> String {
    guard let entry = getpwuid(user) else { return "user \(user)" }
    return String(cString: entry.pointee.pw_name)
  }
}
