// SPDX-License-Identifier: MIT

public import Glibc

/// The question whether root may obey a file: only if nobody but root could have written it, or put
/// another in its place.
public enum PathTrust {
  /// A part of a path that somebody but root can change.
  public struct Foreign: Hashable, Sendable {
    /// The file, directory or link.
    public let path: String
    /// Who owns it.
    public let owner: uid_t
  }

  private static let mostLinks = 40

  /// Finds what would let somebody else decide what this process does.
  ///
  /// - Parameters:
  ///   - path: an absolute path; what is not there yet is nobody's.
  ///   - user: who runs this process; all but root may obey whatever they can read.
  /// - Returns: the first such part on the way, links followed; `nil` for none.
  public static func foreignPart(of path: String, for user: uid_t = geteuid()) -> Foreign? {
    if user != 0 { return nil }
    var rest = path.split(separator: "/").map(String.init)
    var place = ""
    var links = 0
    while !rest.isEmpty {
      let part = rest.removeFirst()
      if part == "." { continue }
      if part == ".." {
        place = FilePath.parent(of: place) == "/" ? "" : FilePath.parent(of: place)
        continue
      }
      let next = "\(place)/\(part)"
      var status = stat()
      guard lstat(next, &status) == 0 else { return nil }
      let isLink = status.st_mode & S_IFMT == S_IFLNK
      // In a directory like /tmp nobody but the owner can replace what is there.
      let isSticky = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
      guard status.st_uid == 0, isLink || isSticky || status.st_mode & 0o022 == 0 else {
        return Foreign(path: next, owner: status.st_uid)
      }
      if isLink {
        links += 1
        guard links <= mostLinks, let target = target(of: next) else {
          return Foreign(path: next, owner: status.st_uid)
        }
        if target.hasPrefix("/") { place = "" }
        rest = target.split(separator: "/").map(String.init) + rest
      } else {
        place = next
      }
    }
    return nil
  }

  private static func target(of link: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = bytes.withUnsafeMutableBytes { buffer in
      buffer.baseAddress.map {
        readlink(link, $0.assumingMemoryBound(to: CChar.self), buffer.count)
      } ?? -1
    }
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}
