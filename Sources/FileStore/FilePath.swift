// SPDX-License-Identifier: MIT

public import Glibc

/// What the parts of a path are called.
public enum FilePath {
  /// Returns the file that a path stands for, behind every symbolic link; itself where there is none.
  ///
  /// - Parameter path: any path.
  /// - Returns: an absolute path.
  public static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns the directory of a path.
  ///
  /// - Parameter path: any path.
  /// - Returns: a path that ends without a slash, but for the root; `.` where `path` names none.
  public static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last part of a path.
  ///
  /// - Parameter path: any path.
  /// - Returns: the name of a file in its directory.
  public static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Makes a directory and those above it that are missing.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - mode: who may do what with those that are made: this user alone, as the XDG specification
  ///     asks.
  /// - Returns: 0 when it is there, or the errno.
  public static func makeDirectory(_ path: String, mode: mode_t = 0o700) -> Int32 {
    if mkdir(path, mode) == 0 { return synchronise(parent(of: path)) }
    var code = errno
    if code == ENOENT, parent(of: path) != path {
      code = makeDirectory(parent(of: path), mode: mode)
      if code != 0 { return code }
      if mkdir(path, mode) == 0 { return synchronise(parent(of: path)) }
      code = errno
    }
    // Another process may have been faster.
    guard code == EEXIST else { return code }
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
  }

  /// Puts on disk which names a directory holds: what is in one that a power cut takes is gone with it.
  private static func synchronise(_ directory: String) -> Int32 {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // One that may be written and not read is left to the system.
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    if fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS { return 0 }
    return errno
  }
}
