// SPDX-License-Identifier: MIT

public import Glibc

/// Functions on paths.
public enum FilePath {
  /// The largest number of links that are followed, as by the system.
  static let mostLinks = 40

  /// Returns the path of a file after all symbolic links, also if the file does not exist yet.
  ///
  /// - Parameter path: any path.
  /// - Returns: the absolute path of an existing file. For a missing one, the path at which it would
  ///   be made, which is relative if `path` and its links are.
  public static func resolved(_ path: String) -> String {
    var place = path
    for _ in 0...mostLinks {
      if let real = PathText.withCString(place, { realpath($0, nil) }) {
        defer { free(real) }
        return PathText.text(of: Array(UnsafeRawBufferPointer(start: real, count: strlen(real))))
      }
      // The last part may be a link to a file that does not exist.
      guard errno == ENOENT, let target = target(ofLink: place) else { return place }
      place = target.hasPrefix("/") ? target : parent(of: place) + "/" + target
    }
    return path
  }

  /// Returns the text of a symbolic link; `nil` for anything else.
  static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { buffer in
      let text = buffer.bindMemory(to: CChar.self)
      guard let start = text.baseAddress else { return -1 }
      return PathText.withCString(path) { readlink($0, start, text.count) }
    }
    return count < 0 ? nil : PathText.text(of: Array(bytes[..<count]))
  }

  /// Returns the directory of a path.
  ///
  /// - Parameter path: any path.
  /// - Returns: a path without a slash at its end, except for the root; `.` for a path without a
  ///   directory.
  public static func parent(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the last part of a path.
  ///
  /// - Parameter path: any path.
  /// - Returns: the name of a file in its directory.
  public static func name(of path: String) -> String {
    components(of: path).last ?? path
  }

  /// Returns the names in a path, without empty ones.
  ///
  /// A slash that an accent follows is a slash, although Swift counts both as one character.
  package static func components(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// Makes a directory and its missing parents.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - mode: the permissions of the new directories; by default this user alone, as the XDG
  ///     specification requires.
  /// - Returns: 0 when the directory exists afterwards, or the errno.
  public static func makeDirectory(_ path: String, mode: mode_t = 0o700) -> Int32 {
    if PathText.withCString(path, { mkdir($0, mode) }) == 0 { return synchronise(parent(of: path)) }
    var code = errno
    if code == ENOENT, parent(of: path) != path {
      code = makeDirectory(parent(of: path), mode: mode)
      if code != 0 { return code }
      if PathText.withCString(path, { mkdir($0, mode) }) == 0 {
        return synchronise(parent(of: path))
      }
      code = errno
    }
    // Another process may have made it first.
    guard code == EEXIST else { return code }
    var status = stat()
    guard PathText.withCString(path, { stat($0, &status) }) == 0 else { return errno }
    return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
  }

  /// Writes the entries of a directory to disk, because a power cut could otherwise remove a new
  /// one.
  private static func synchronise(_ directory: String) -> Int32 {
    let descriptor = PathText.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A directory that may be written but not read can't be synchronised.
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    if fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS { return 0 }
    return errno
  }
}

/// Writes all bytes, even if the system accepts only a part at a time.
///
/// A descriptor that does not block is waited for. Another program may have set O_NONBLOCK on a
/// terminal or a pipe that it shares with this one.
///
/// - Parameters:
///   - bytes: the bytes to write.
///   - descriptor: a descriptor that is open for writing.
/// - Returns: 0, or the errno of the failure.
public func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var rest = bytes
  while let start = rest.baseAddress, rest.count > 0 {
    let count = write(descriptor, start, rest.count)
    if count > 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if count == 0 {
      // The system accepted nothing and reported no error, so another attempt might never end.
      return EIO
    } else if errno == EAGAIN {
      // A closed reader ends the wait, and the next write reports it.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&waiting, 1, -1) < 0, errno != EINTR { return errno }
    } else if errno != EINTR {
      return errno
    }
  }
  return 0
}
