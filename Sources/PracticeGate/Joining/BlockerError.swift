// SPDX-License-Identifier: MIT

/// The reasons why a blocker failed.
public enum BlockerError: Error, Hashable, Codable, Sendable {
  /// The permission to block was refused.
  case authorizationFailed
  /// The blocker has the permission but failed to use it.
  case updateFailed(description: String)
  /// The blocker does not have the permission.
  case notAuthorized
}

extension BlockerError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .authorizationFailed: "The permission to block was refused. Ask for it again."
    case .updateFailed(let description):
      "The blocked targets could not be updated (\(description)). Try again."
    case .notAuthorized: "There is no permission to block. Go through the set-up."
    }
  }
}
