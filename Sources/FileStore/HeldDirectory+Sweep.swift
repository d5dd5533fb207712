// SPDX-License-Identifier: MIT

public import Glibc

extension HeldDirectory {
  /// How old a temporary file is at least that is swept, in seconds.
  public static let leftoverAge = 600

  /// Removes temporary files that killed processes of this user's have left.
  ///
  /// A file that somebody writes is locked, and stays whatever its age.
  ///
  /// - Parameters:
  ///   - age: how old it is at least, in seconds.
  ///   - now: seconds since 1970.
  ///   - isWorthless: whether a file may go, by its name; all of them without it.
  /// - Returns: the names of those that are old, unlocked and worth keeping.
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
