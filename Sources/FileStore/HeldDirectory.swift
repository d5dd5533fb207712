// SPDX-License-Identifier: MIT

public import Glibc

/// An open directory, in which all file operations work even if its path changes.
///
/// Its files are regular files of this user. It follows no symbolic link, never waits for a pipe or
/// a device, and refuses files of other users.
public struct HeldDirectory: ~Copyable {
  /// The path of the directory in errors.
  public let path: String
  /// The descriptor of the directory.
  public let descriptor: Int32

  /// Opens a directory.
  ///
  /// - Parameter path: the directory; symbolic links in the path are followed.
  /// - Throws: `FileStoreError.directoryFailed`.
  public init(path: String) throws(FileStoreError) {
    descriptor = PathText.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .directoryFailed(path: path, code: errno) }
    self.path = path
  }

  deinit { close(descriptor) }

  /// An open file, which is closed with the value.
  public struct File: ~Copyable {
    /// The descriptor of the file.
    public let descriptor: Int32
    /// True if the file was made when it was opened.
    public let isNew: Bool

    init(descriptor: Int32, isNew: Bool) {
      self.descriptor = descriptor
      self.isNew = isNew
    }

    deinit { close(descriptor) }
  }

  /// Opens an existing file.
  ///
  /// - Parameters:
  ///   - name: its name in this directory.
  ///   - flags: the flags of open(2), to which the safe ones are added.
  /// - Returns: the file; `nil` when it does not exist.
  /// - Throws: `FileStoreError.readFailed`, or `.refused` for anything but a regular file of this
  ///   user.
  public func file(_ name: String, _ flags: Int32 = O_RDONLY) throws(FileStoreError) -> File? {
    let number = PathText.withCString(name) {
      openat(descriptor, $0, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }
    guard number >= 0 else {
      let code = errno
      if code == ENOENT { return nil }
      // The system does not open a symbolic link or a socket.
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

  /// Opens a file for this user alone, and makes it when it is missing.
  ///
  /// - Parameters:
  ///   - name: its name in this directory.
  ///   - flags: the flags of open(2), to which the safe ones are added.
  /// - Returns: the file.
  /// - Throws: `FileStoreError.createFailed`, or the errors of `file(_:_:)`.
  public func fileOrNew(_ name: String, _ flags: Int32) throws(FileStoreError) -> File {
    var code = ENOENT
    // Another process may make or remove the file between the two calls, so they are repeated a few
    // times.
    for _ in 0..<10 {
      if let file = try file(name, flags) { return file }
      let number = PathText.withCString(name) {
        openat(
          descriptor, $0, flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      }
      if number >= 0 { return File(descriptor: number, isNew: true) }
      code = errno
      if code != EEXIST { break }
    }
    throw .createFailed(path: "\(path)/\(name)", code: code)
  }

  /// Writes the entries of the directory to disk; returns 0 or the errno.
  public func synchronise() -> Int32 {
    if fsync(descriptor) == 0 { return 0 }
    // These are the errors of a file system that can't synchronise directories.
    return errno == EINVAL || errno == ENOSYS ? 0 : errno
  }

  /// Returns the names of the entries, in no particular order.
  ///
  /// - Throws: `FileStoreError.directoryFailed`.
  public func names() throws(FileStoreError) -> [String] {
    // All users of one descriptor share its position, so this opens the directory again.
    let number = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw .directoryFailed(path: path, code: errno) }
    guard let handle = fdopendir(number) else {
      let code = errno
      close(number)
      throw .directoryFailed(path: path, code: code)
    }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        PathText.text(of: Array(bytes.prefix { $0 != 0 }))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func refuse(_ name: String) throws(FileStoreError) {
    var status = stat()
    let code = PathText.withCString(name) {
      fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    guard code == 0, let reason = FileRefusal(status)
    else { return }
    throw .refused(path: "\(path)/\(name)", reason: reason)
  }
}
