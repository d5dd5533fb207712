// SPDX-License-Identifier: MIT

public import Glibc

/// The check that root may trust a file: only root could have written or replaced it.
public enum PathTrust {
  /// A part of a path that a user other than root can change.
  public struct Foreign: Hashable, Sendable {
    /// The file, directory or link.
    public let path: String
    /// The owner of the part; that of its directory if the part can't be examined.
    public let owner: uid_t
    /// The system's errno if the part can't be examined or followed; otherwise `nil`.
    public let code: Int32?

    init(path: String, owner: uid_t, code: Int32? = nil) {
      self.path = path
      self.owner = owner
      self.code = code
    }
  }

  /// Finds a part of a path through which another user could control this process.
  ///
  /// - Parameters:
  ///   - path: an absolute path; parts that do not exist are trusted, parts that can't be examined
  ///     are not.
  ///   - user: the user of this process; any user but root trusts every file that it can read.
  /// - Returns: the first such part of the path, with links followed; `nil` for none.
  public static func foreignPart(of path: String, for user: uid_t = geteuid()) -> Foreign? {
    if user != 0 { return nil }
    var rest = path.split(separator: "/").map(String.init)
    var place = ""
    var links = 0
    var owner: uid_t = 0
    while !rest.isEmpty {
      let part = rest.removeFirst()
      if part == "." { continue }
      if part == ".." {
        place = FilePath.parent(of: place) == "/" ? "" : FilePath.parent(of: place)
        continue
      }
      let next = "\(place)/\(part)"
      var status = stat()
      guard PathText.withCString(next, { lstat($0, &status) }) == 0 else {
        let code = errno
        return code == ENOENT ? nil : Foreign(path: next, owner: owner, code: code)
      }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      // In a sticky directory such as /tmp, only the owner of an entry can replace it.
      let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
      guard status.st_uid == 0, isLink || isSticky || status.st_mode & 0o022 == 0 else {
        return Foreign(path: next, owner: status.st_uid)
      }
      owner = status.st_uid
      if isLink {
        links += 1
        guard links <= FilePath.mostLinks else {
          return Foreign(path: next, owner: status.st_uid, code: ELOOP)
        }
        guard let target = FilePath.target(ofLink: next) else {
          return Foreign(path: next, owner: status.st_uid, code: errno)
        }
        if target.hasPrefix("/") { place = "" }
        rest = target.split(separator: "/").map(String.init) + rest
      } else {
        place = next
      }
    }
    return nil
  }
}

/// The reason why an entry is not accepted as a file of this user.
public enum FileRefusal: Hashable, Sendable {
  /// The entry is a symbolic link.
  case symbolicLink
  /// The entry is a pipe, a socket, a device or a directory.
  case notAFile
  /// Another user owns the entry.
  case owner(uid_t)

  /// Checks the status of an entry; `nil` for a regular file of this user or of root.
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
  /// The reason in words that follow the name of a file.
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
