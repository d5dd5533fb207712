// SPDX-License-Identifier: MIT

public import Glibc

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
