// SPDX-License-Identifier: MIT

public import Glibc

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
