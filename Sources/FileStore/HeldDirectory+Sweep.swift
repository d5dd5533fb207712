// SPDX-License-Identifier: MIT

public import Glibc

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
  ///   - isWorthless: tells by its name whether a file may be removed; by default every file may.
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
